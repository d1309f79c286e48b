#pragma once

#include <cstdint>
#include <vector>

#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// All numbers of a term, ascending.
Result<std::vector<std::int64_t>> AllPostings(Connection& connection, LedgerIndex& index, OperatorId owner,
                                              std::uint64_t term);

// The numbers of all events of a player, ascending. Events of another player may be among them.
Result<std::vector<std::int64_t>> EventNumbersOf(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                 PlayerId player);

}  // namespace fairlead::ledger
