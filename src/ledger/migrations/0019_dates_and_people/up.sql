-- The newest row of changes when the registration was recorded; null in rows of earlier releases.
ALTER TABLE waiting_registrations ADD COLUMN last_change BIGINT;

-- Whether one person may not do two steps of a statement in a row.
ALTER TABLE operators ADD COLUMN two_person_rule BIGINT NOT NULL DEFAULT 0;
