-- In which block each batch of clicks is recorded. Batches of several nodes may have the same time. If the clock was
-- wrong, a batch has two rows: one with the time in the ids of its clicks, one with the time at which they count.
CREATE TABLE click_batches (
    operator_id {uuid} NOT NULL,
    batch_time  BIGINT NOT NULL,                  -- When the visitors came: the time in the ids of their clicks.
    recorded_at BIGINT NOT NULL,                  -- The time of the block.
    PRIMARY KEY (operator_id, batch_time, recorded_at)
) {clustered};
CREATE INDEX click_batches_by_block ON click_batches (operator_id, recorded_at, batch_time);

-- In the blocks of earlier releases, all clicks have the time of their block.
INSERT INTO click_batches (operator_id, batch_time, recorded_at)
    SELECT operator_id, recorded_at, recorded_at FROM fact_blocks WHERE click_count > 0;
-- Where a repair of the clock has moved the block, the ids of its clicks have the time that it had before.
INSERT INTO click_batches (operator_id, batch_time, recorded_at)
    SELECT b.operator_id, b.recorded_at + r.ahead_micros, b.recorded_at FROM fact_blocks b
    JOIN clock_repairs r ON r.operator_id = b.operator_id AND b.recorded_at BETWEEN r.first_at AND r.last_at
    WHERE b.click_count > 0;

-- How far each journal of clicks was taken over: up to this batch, for this operator.
CREATE TABLE journal_positions (
    operator_id   {uuid} NOT NULL,
    journal_id    {uuid} NOT NULL,                -- A start of a node: a new start begins a new journal.
    last_sequence BIGINT NOT NULL,
    taken_at      BIGINT NOT NULL,
    PRIMARY KEY (operator_id, journal_id)
);

-- Registrations that named a click of ours before it was recorded. They are attributed to it when it arrives.
CREATE TABLE waiting_registrations (
    operator_id   {uuid} NOT NULL,
    player_id     {uuid} NOT NULL,
    click_id      {uuid} NOT NULL,
    waiting_since BIGINT NOT NULL,
    PRIMARY KEY (operator_id, player_id)
);
CREATE INDEX waiting_registrations_by_click ON waiting_registrations (operator_id, click_id);
