CREATE TABLE report_presets (
    operator_id  {uuid} NOT NULL,
    preset_id    {uuid} NOT NULL,
    name         TEXT NOT NULL,
    group_keys   TEXT NOT NULL,                   -- Separated by commas, as are the metrics.
    metrics      TEXT NOT NULL,
    filters      TEXT NOT NULL,                   -- JSON: lists of values by group key.
    start_date   BIGINT,                          -- Days since 1970; null: the period says it.
    end_date     BIGINT,
    period       TEXT NOT NULL,
    token_active BIGINT NOT NULL,
    token_hash   {bytes} NOT NULL,
    token_sealed {bytes} NOT NULL,                -- Encrypted, so that it can be shown again.
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (operator_id, preset_id)
);
