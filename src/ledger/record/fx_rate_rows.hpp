#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/ports/rate_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How exchange rates lie in their table. All but the reads need a transaction that holds the operator's lock.

// An audit entry for each rate that is new or differs from the stored one. Comes before they are stored.
Status AuditRates(Connection& connection, OperatorId owner, std::span<const commission::DatedRate> rates,
                  const std::string& actor);

// Stores rates, each in the place of one of the same day and pair; of equal places the last one stays.
Status UpsertRates(Connection& connection, OperatorId owner, std::span<const commission::DatedRate> rates,
                   Timestamp recorded_at);

// The newest days first.
Result<app::RatePage> ReadRatePage(Connection& connection, const app::RateQuery& query);

// Every rate into a currency, ordered by the currency it is from and the day.
Result<std::vector<commission::DatedRate>> ReadRatesInto(Connection& connection, OperatorId owner,
                                                         const Currency& into);

}  // namespace fairlead::ledger
