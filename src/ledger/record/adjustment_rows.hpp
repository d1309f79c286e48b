#pragma once

#include <map>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Amounts by hand, in the table `adjustments`.

Status InsertAdjustment(Connection& connection, OperatorId owner, const app::AdjustmentRecord& adjustment,
                        std::int64_t commit_no);

// An adjustment goes into the first statement that is closed after it in its currency. Which one that was is told by
// the commits of both: given the last statements' commits by currency, these are in none yet, in the order in which
// they were made.
using CommitByCurrency = std::map<Currency, std::int64_t>;
using AdjustmentsByCurrency = std::map<Currency, std::vector<statements::Adjustment>>;
Result<AdjustmentsByCurrency> ReadPendingAdjustments(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                                     const CommitByCurrency& last_statements);

// Everybody for whom there ever was one, in order.
Result<std::vector<AffiliateId>> ReadAdjustedAffiliates(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
