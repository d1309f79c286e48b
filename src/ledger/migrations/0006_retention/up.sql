-- How far retention has come with each operator: everything up to these times has been seen to.
CREATE TABLE retention (
    operator_id {uuid} PRIMARY KEY,
    dropped_to  BIGINT NOT NULL,                  -- The block up to which clicks were dropped that nothing uses.
    archived_to BIGINT NOT NULL                   -- The block up to which payloads were moved to archive files.
);

-- Which clicks are used is asked of the decisions since they were recorded. Decisions come in the order of time.
CREATE INDEX attributions_by_time ON attributions (operator_id, decided_at, player_id);
