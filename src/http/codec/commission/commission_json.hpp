#pragma once

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// Earnings and statements as the management API writes them.
boost::json::object EncodeAccrual(const app::AccrualRecord& record);
boost::json::object EncodeStatement(const app::StatementRecord& record);
boost::json::object EncodeAdjustment(const app::AdjustmentRecord& record);

// An accrual with all that it follows from, as data and in sentences.
boost::json::object EncodeExplanation(const app::Explanation& explanation, const app::OperatorEntry& owner);

// Who brought a player and why, and what its deal has not paid yet.
boost::json::object EncodeStanding(const app::PlayerStanding& standing, Timestamp now);

}  // namespace fairlead::http
