-- A search in a table without row ids would read the payloads of other blocks (notes.md).
CREATE TABLE fact_blocks_with_row_ids (
    operator_id {uuid} NOT NULL,
    recorded_at BIGINT NOT NULL,                  -- Strictly growing per operator.
    block_no    BIGINT NOT NULL,                  -- Without gaps, in the order of commits.
    click_count BIGINT NOT NULL,
    fact_count  BIGINT NOT NULL,
    payload     {bytes} NOT NULL,
    PRIMARY KEY (operator_id, recorded_at)
);
INSERT INTO fact_blocks_with_row_ids (operator_id, recorded_at, block_no, click_count, fact_count, payload)
    SELECT operator_id, recorded_at, block_no, click_count, fact_count, payload FROM fact_blocks
    ORDER BY operator_id, recorded_at;
DROP TABLE fact_blocks;
ALTER TABLE fact_blocks_with_row_ids RENAME TO fact_blocks;

-- Retention changes payloads, and how many clicks can be found in them, and nothing else.
CREATE TRIGGER fact_blocks_keep_their_place BEFORE UPDATE OF operator_id, recorded_at, block_no, fact_count ON fact_blocks
BEGIN SELECT RAISE(ABORT, 'fact_blocks keep their numbers and times'); END;
