-- The time step of the one-time code that confirmed the secret: it opens no session. 0: unknown.
ALTER TABLE users ADD COLUMN totp_confirmed_step BIGINT NOT NULL DEFAULT 0;
-- Of the recovery codes. Without a salt, their hashes are from before argon2id.
ALTER TABLE users ADD COLUMN recovery_salt {bytes};
