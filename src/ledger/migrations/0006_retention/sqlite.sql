-- Retention changes payloads, and how many clicks can be found in them, and nothing else.
CREATE TRIGGER fact_blocks_keep_their_place BEFORE UPDATE OF operator_id, recorded_at, block_no, fact_count ON fact_blocks
BEGIN SELECT RAISE(ABORT, 'fact_blocks keep their numbers and times'); END;
