-- The open link for a new password: the hash of its token, and until when it works.
ALTER TABLE users ADD COLUMN reset_hash {bytes};
ALTER TABLE users ADD COLUMN reset_ends_at BIGINT NOT NULL DEFAULT 0;
