-- A comparison ends with the first column that differs, which the operator's hardly ever is.
ALTER TABLE event_keys DROP CONSTRAINT event_keys_pkey, ADD PRIMARY KEY (key_digest, operator_id);
DROP INDEX events_by_player;
CREATE INDEX events_by_player ON events (player_id, operator_id, seq);
