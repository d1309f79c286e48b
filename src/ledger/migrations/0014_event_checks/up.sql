ALTER TABLE brands ADD COLUMN event_age_years_max BIGINT NOT NULL DEFAULT 10;  -- Older events are refused.
