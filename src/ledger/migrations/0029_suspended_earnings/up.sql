-- Whether suspended affiliates go on earning.
ALTER TABLE operators ADD COLUMN suspended_earn BIGINT NOT NULL DEFAULT 0;
