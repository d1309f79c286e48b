-- The topics of mails that the user does not want.
ALTER TABLE users ADD COLUMN mails_off TEXT NOT NULL DEFAULT '';
-- The address that replaces `email` after both were confirmed, the hashes of the links that are still open, and until
-- when they work.
ALTER TABLE users ADD COLUMN new_email TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN old_address_hash {bytes};
ALTER TABLE users ADD COLUMN new_address_hash {bytes};
ALTER TABLE users ADD COLUMN new_email_ends_at BIGINT NOT NULL DEFAULT 0;
