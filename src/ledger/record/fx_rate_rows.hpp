#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/ports/rate_records.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Reads and writes the table `fx_rates`. The functions that write need a transaction that holds the operator's lock.

// Writes an audit entry for each rate that is new or differs from the stored one. Call it before UpsertRates.
Status AuditRates(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                  std::span<const commission::DatedRate> rates, const std::string& actor);

// Stores rates. Each replaces the rate of the same day and pair; the last of several such rates wins.
Status UpsertRates(Connection& connection, OperatorId owner, std::span<const commission::DatedRate> rates,
                   Timestamp recorded_at);

// Newest days first.
Result<app::RatePage> ReadRatePage(Connection& connection, const app::RateQuery& query);

// Every rate into a currency, ordered by source currency and day.
Result<std::vector<commission::DatedRate>> ReadRatesInto(Connection& connection, OperatorId owner,
                                                         const Currency& into);

}  // namespace fairlead::ledger
