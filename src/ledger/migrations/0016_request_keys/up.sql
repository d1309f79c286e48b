-- The Idempotency-Keys of requests that created or moved something, each once and for ever.
CREATE TABLE request_keys (
    operator_id    {uuid} NOT NULL,
    key_digest     {bytes} NOT NULL,
    request_digest {bytes} NOT NULL,              -- Of method, path and body: the key is for this request only.
    subject        TEXT NOT NULL,                 -- What the request created or moved.
    recorded_at    BIGINT NOT NULL,
    PRIMARY KEY (operator_id, key_digest)
) {clustered};

ALTER TABLE adjustments ADD COLUMN reverses {uuid};      -- The adjustment that this one takes back.
CREATE UNIQUE INDEX adjustments_reversed ON adjustments (operator_id, reverses) WHERE reverses IS NOT NULL;
