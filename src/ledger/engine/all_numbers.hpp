#pragma once

#include <cstdint>
#include <vector>

#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// All numbers under a term, in order.
Result<std::vector<std::int64_t>> AllPostings(Connection& connection, LedgerIndex& index, OperatorId owner,
                                              std::uint64_t term);

// The numbers of all events of a player, in order. Another player's may be among them.
Result<std::vector<std::int64_t>> EventNumbersOf(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                 PlayerId player);

}  // namespace fairlead::ledger
