-- Finds players by the beginning of their reference, whatever its case. Only ASCII letters have a case here, on both engines.
CREATE INDEX players_by_upper_ref ON players (operator_id, upper(external_ref {bytewise}), player_id);

-- The names that players have for affiliates (app/portal/player_alias.hpp): one for every affiliate that has or had the player.
CREATE TABLE player_aliases (
    operator_id {uuid} NOT NULL,
    alias       BIGINT NOT NULL,                  -- Its four bytes as a number.
    player_id   {uuid} NOT NULL,
    PRIMARY KEY (operator_id, alias, player_id)
) {clustered};
