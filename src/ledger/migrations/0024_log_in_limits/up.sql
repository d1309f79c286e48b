-- Attempts to log in of the last minutes, which all nodes count together. A row belongs to an address, to an account, or
-- to an account at an address. Rows are dropped when their window has ended.
CREATE TABLE log_in_attempts (
    name     {bytes} NOT NULL,                    -- A keyed digest.
    attempts BIGINT NOT NULL,
    ends_at  BIGINT NOT NULL,                     -- The end of the window that the first attempt began.
    PRIMARY KEY (name)
) {clustered};
CREATE INDEX log_in_attempts_by_end ON log_in_attempts (ends_at);

-- The addresses from which a user has logged in, a bounded number per user.
CREATE TABLE known_addresses (
    name         {bytes} NOT NULL,                -- A keyed digest of the account and the address.
    operator_id  {uuid} NOT NULL,
    user_id      {uuid} NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (name, operator_id, user_id)
) {clustered};
CREATE INDEX known_addresses_by_user ON known_addresses (operator_id, user_id, last_used_at);

-- The roles that must log in with a one-time code: names, separated by commas.
ALTER TABLE operators ADD COLUMN second_factor_roles TEXT NOT NULL DEFAULT '';
