CREATE INDEX events_by_player ON events (operator_id, player_id, seq);
-- Rows of players change a few times after they were made: there is room for it beside them.
ALTER TABLE players SET (fillfactor = 80);
