-- Since when an affiliate is approved, for introductory rates. Null if it never was.
ALTER TABLE affiliates ADD COLUMN approved_at BIGINT;
UPDATE affiliates SET approved_at = created_at WHERE status <> 'pending';

-- The accruals that operators have reversed by hand.
CREATE TABLE accrual_reversals (
    operator_id {uuid} NOT NULL,
    accrual     BIGINT NOT NULL,                  -- The number of the reversed accrual.
    reversal    BIGINT NOT NULL,                  -- The number of the accrual that takes it back.
    reason      TEXT NOT NULL,
    actor       TEXT NOT NULL,
    made_at     BIGINT NOT NULL,
    PRIMARY KEY (operator_id, accrual)
) {clustered};
