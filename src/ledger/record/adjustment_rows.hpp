#pragma once

#include <map>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Manual adjustments, in the table `adjustments`.

Status InsertAdjustment(Connection& connection, OperatorId owner, const app::AdjustmentRecord& adjustment,
                        std::int64_t commit_no);

// Also says which other adjustment takes it back.
Result<std::optional<app::AdjustmentRecord>> FindAdjustment(Connection& connection, OperatorId owner, AdjustmentId id);
Result<app::AdjustmentPage> ReadAdjustmentPage(Connection& connection, const app::AdjustmentQuery& query);

// An adjustment belongs to the first statement in its currency that is closed after it: the commit numbers of both
// decide. Given the commits of the last statements by currency, returns the adjustments that no statement contains yet,
// in the order in which they were made.
using CommitByCurrency = std::map<Currency, std::int64_t>;
using AdjustmentsByCurrency = std::map<Currency, std::vector<statements::Adjustment>>;
Result<AdjustmentsByCurrency> ReadPendingAdjustments(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                                     const CommitByCurrency& last_statements);

// All affiliates that have an adjustment, ordered by id.
Result<std::vector<AffiliateId>> ReadAdjustedAffiliates(Connection& connection, OperatorId owner);

}  // namespace fairlead::ledger
