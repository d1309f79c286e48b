#pragma once

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/commission_queries.hpp"
#include "domain/explanation/explain.hpp"

namespace fairlead::http {

// Parts that the management API and the portal share. They contain nothing about players, users of the operator or
// other affiliates.

// The missing exchange rate of an unpriced accrual, or null.
boost::json::value EncodeMissingRate(const app::AccrualRecord& record);
// The lines of a statement, each with an explanation of its amount.
std::vector<boost::json::object> EncodeLines(const app::StatementRecord& record);
boost::json::value EncodePayout(const std::optional<statements::Payout>& payout);
boost::json::value EncodePayment(const std::optional<app::Payment>& payment);
// Why a statement is on hold, and why payments to its affiliate are; null if they are not.
boost::json::value HoldReasonOf(const app::StatementRecord& record);
boost::json::value PaymentHoldOf(const app::StatementRecord& record, const app::OperatorEntry& owner);

// Parts of an explanation: the deal in the version that applied, the conversion, and the formula with its values.
boost::json::object EncodeAppliedDeal(const app::Explanation& explanation);
boost::json::value EncodeConversion(const commission::Accrual& accrual);
boost::json::object EncodeCalculation(const commission::MoneyExplanation& explanation);

}  // namespace fairlead::http
