-- Idempotency keys, remembered for ever. The embedded engine keeps them in an index of its own (docs/adr/0003).
CREATE TABLE event_keys (
    operator_id uuid NOT NULL,
    key_digest  bytea NOT NULL,
    seq         BIGINT NOT NULL,
    PRIMARY KEY (operator_id, key_digest)
);

-- What has been granted of each key's rate limit in its current window, across all nodes.
CREATE TABLE rate_windows (
    operator_id uuid NOT NULL,
    key_id      uuid NOT NULL,
    started_at  BIGINT NOT NULL,
    used        BIGINT NOT NULL,
    PRIMARY KEY (operator_id, key_id)
);
