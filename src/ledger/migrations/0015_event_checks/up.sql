ALTER TABLE brands ADD COLUMN event_age_years_max BIGINT NOT NULL DEFAULT 10;  -- Older events are refused.

-- Members of accepted events whose names are nearly right: how often, per brand and the member that was meant.
CREATE TABLE near_misses (
    operator_id {uuid} NOT NULL,
    brand_id    {uuid} NOT NULL,
    meant       TEXT NOT NULL,
    sent        TEXT NOT NULL,                    -- The name that was sent last.
    event_id    {uuid} NOT NULL,                  -- The last event that had it.
    first_seen  BIGINT NOT NULL,
    last_seen   BIGINT NOT NULL,
    count       BIGINT NOT NULL,
    PRIMARY KEY (operator_id, brand_id, meant)
);
