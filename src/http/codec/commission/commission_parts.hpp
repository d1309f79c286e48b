#pragma once

#include <boost/json.hpp>

#include "app/ports/commission_queries.hpp"
#include "domain/explanation/explain.hpp"

namespace fairlead::http {

// What the management API and the portal write alike. None of it says anything of a player, of people of the operator's
// or of another affiliate.

// What an accrual that waits is waiting for.
boost::json::value EncodeMissingRate(const app::AccrualRecord& record);
// The lines of a statement, each with how its amount came about.
std::vector<boost::json::object> EncodeLines(const app::StatementRecord& record);
boost::json::value EncodePayment(const std::optional<app::Payment>& payment);

// Of an explanation: the deal in the version that applied, the exchange, and the formula with its numbers.
boost::json::object EncodeAppliedDeal(const app::Explanation& explanation);
boost::json::value EncodeConversion(const commission::Accrual& accrual);
boost::json::object EncodeCalculation(const commission::MoneyExplanation& explanation);

}  // namespace fairlead::http
