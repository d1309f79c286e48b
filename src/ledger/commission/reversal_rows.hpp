#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The accruals that operators have reversed by hand, in the table `accrual_reversals`.
struct ReversalRow {
    std::int64_t accrual = 0;   // The number of the reversed accrual.
    std::int64_t reversal = 0;  // The number of the accrual that takes it back.
    std::string reason;
    std::string actor;

    bool operator==(const ReversalRow&) const = default;
};

Status InsertReversal(Connection& connection, OperatorId owner, const ReversalRow& row, Timestamp made_at);
// Nothing if the accrual was not reversed by hand.
Result<std::optional<ReversalRow>> FindReversal(Connection& connection, OperatorId owner, std::int64_t accrual);
// Ordered by accrual.
Result<std::vector<ReversalRow>> ReadReversals(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
