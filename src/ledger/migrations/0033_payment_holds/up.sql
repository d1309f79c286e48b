-- Why statements of the affiliate cannot be paid, and since when. Null if they can.
ALTER TABLE affiliates ADD COLUMN payment_hold TEXT;
ALTER TABLE affiliates ADD COLUMN payment_held_at BIGINT;

-- Why a statement was put on hold or released. Null in rows of earlier releases, and for other steps.
ALTER TABLE statement_steps ADD COLUMN reason TEXT;
