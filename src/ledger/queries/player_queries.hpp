#pragma once

#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Reads players for the management API and reports.

Result<app::PlayerPage> ReadPlayerPage(Connection& connection, LedgerIndex& index, const app::PlayerQuery& query);
// kNotFound if the operator has no such player.
Result<app::PlayerHistory> ReadPlayerHistory(Connection& connection, LedgerIndex& index, OperatorId owner,
                                             PlayerId player);

// The operator's references of these players, in order; empty for an unknown player.
Result<std::vector<std::string>> ReadPlayerRefs(Connection& connection, OperatorId owner,
                                                const std::vector<PlayerId>& players);
// The players with these references, of all brands.
Result<std::vector<PlayerId>> FindPlayers(Connection& connection, OperatorId owner,
                                          const std::vector<std::string>& refs);

}  // namespace fairlead::ledger
