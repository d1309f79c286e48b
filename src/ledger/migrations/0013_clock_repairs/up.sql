-- Blocks that a wrong clock had dated and that were moved back. The ids of their clicks keep the times they had.
CREATE TABLE clock_repairs (
    operator_id  {uuid} NOT NULL,
    first_at     BIGINT NOT NULL,                 -- The time of the first block that was moved, as it is now.
    last_at      BIGINT NOT NULL,                 -- The time of the last one.
    ahead_micros BIGINT NOT NULL,                 -- How far ahead they were.
    commit_no    BIGINT NOT NULL,                 -- The commit that records the repair.
    PRIMARY KEY (operator_id, first_at)
);
