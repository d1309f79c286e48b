-- When a saved report is sent, and to whom: people of the operator by mail, or a URL.
CREATE TABLE report_schedules (
    operator_id   {uuid} NOT NULL,
    schedule_id   {uuid} NOT NULL,
    preset_id     {uuid} NOT NULL,
    frequency     TEXT NOT NULL,
    send_hour     BIGINT NOT NULL,                -- Of the operator's day.
    recipients    TEXT NOT NULL,                  -- Ids of users, separated by commas. Empty if there is a URL.
    formats       TEXT NOT NULL,                  -- Separated by commas.
    url           TEXT,
    status        TEXT NOT NULL,
    pause_reason  TEXT,
    paused_at     BIGINT,
    resumed_at    BIGINT,                         -- When a person last made it active or changed its times.
    secret_sealed {bytes},                        -- Signs what is posted to the URL.
    sent_to       BIGINT,                         -- The last day of the newest period that was sent; days since 1970.
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (operator_id, schedule_id)
);

-- What was sent when. The messages of a run were written by the same commit: they have its time.
CREATE TABLE report_runs (
    operator_id {uuid} NOT NULL,
    schedule_id {uuid} NOT NULL,
    recorded_at BIGINT NOT NULL,
    run_id      {uuid} NOT NULL,
    start_date  BIGINT NOT NULL,                  -- Days since 1970; both are included.
    end_date    BIGINT NOT NULL,
    actor       TEXT NOT NULL,
    row_count   BIGINT NOT NULL,
    error       TEXT,                             -- Why there is no report.
    PRIMARY KEY (operator_id, schedule_id, recorded_at)
);

-- The files of the newest runs.
CREATE TABLE report_files (
    operator_id {uuid} NOT NULL,
    run_id      {uuid} NOT NULL,
    format      TEXT NOT NULL,
    name        TEXT NOT NULL,
    content     {bytes} NOT NULL,
    PRIMARY KEY (operator_id, run_id, format)
);
