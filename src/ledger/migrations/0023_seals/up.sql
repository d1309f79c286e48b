-- The members of rows of other tables, as they were written. The hash of the commit covers them.
CREATE TABLE seals (
    operator_id {uuid} NOT NULL,
    number      BIGINT NOT NULL,                  -- Without gaps, in the order of commits.
    kind        TEXT NOT NULL,                    -- The table, see ledger/seals/sealed_tables.cpp; or 'block'.
    record      TEXT NOT NULL,                    -- The row: its id, or its id and a number.
    content     TEXT NOT NULL,                    -- One member per line.
    PRIMARY KEY (operator_id, number)
) {clustered};
-- The newest seal of a row is in force.
CREATE INDEX seals_by_record ON seals (operator_id, kind, record, number);

ALTER TABLE operators ADD COLUMN last_seal BIGINT NOT NULL DEFAULT 0;     -- The newest row of seals.

ALTER TABLE commits ADD COLUMN last_seal BIGINT;        -- Up to and with this commit; null before the wider chain.
ALTER TABLE commits ADD COLUMN block_no BIGINT;         -- Its block of facts; null if it has none.
ALTER TABLE commits ADD COLUMN block_digest {bytes};    -- Of the bytes of the block as it was written.
