#pragma once

#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What the management API and reports read of players.

Result<app::PlayerPage> ReadPlayerPage(Connection& connection, LedgerIndex& index, const app::PlayerQuery& query);
// kNotFound when the operator has no such player.
Result<app::PlayerHistory> ReadPlayerHistory(Connection& connection, LedgerIndex& index, OperatorId owner,
                                             PlayerId player);

// What the operator calls these players, in their order; empty for an unknown one.
Result<std::vector<std::string>> ReadPlayerRefs(Connection& connection, OperatorId owner,
                                                const std::vector<PlayerId>& players);
// The players of all brands that the operator calls so.
Result<std::vector<PlayerId>> FindPlayers(Connection& connection, OperatorId owner,
                                          const std::vector<std::string>& refs);

}  // namespace fairlead::ledger
