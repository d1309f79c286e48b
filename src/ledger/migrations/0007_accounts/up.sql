-- People and what proves who they are. Secrets are hashes, or sealed by the service's key.
ALTER TABLE users ADD COLUMN affiliate_id {uuid};
ALTER TABLE users ADD COLUMN status TEXT NOT NULL DEFAULT 'active';
ALTER TABLE users ADD COLUMN totp_sealed {bytes};
ALTER TABLE users ADD COLUMN totp_pending_sealed {bytes};
ALTER TABLE users ADD COLUMN recovery_hashes {bytes};         -- 32 bytes each, one behind the other.
ALTER TABLE users ADD COLUMN invite_hash {bytes};
ALTER TABLE users ADD COLUMN invite_ends_at BIGINT NOT NULL DEFAULT 0;

-- Who is logged in, known by the hash of a token.
CREATE TABLE sessions (
    operator_id  {uuid} NOT NULL,
    token_hash   {bytes} NOT NULL,
    user_id      {uuid} NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    ended_at     BIGINT,                          -- By a log-out, or a change of the password.
    totp_step    BIGINT,                          -- Which one-time code opened it: each opens one.
    PRIMARY KEY (operator_id, token_hash)
);
CREATE UNIQUE INDEX sessions_by_totp_step ON sessions (operator_id, user_id, totp_step);
