#pragma once

#include <memory>
#include <utility>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// Encode accruals, statements and adjustments for the management API.
boost::json::object EncodeAccrual(const app::AccrualRecord& record);
boost::json::object EncodeStatement(const app::StatementRecord& record, const app::OperatorEntry& owner);
// The same for answers that are encoded later.
inline auto StatementEncoder(std::shared_ptr<const app::OperatorEntry> owner) {
    return [owner = std::move(owner)](const app::StatementRecord& record) { return EncodeStatement(record, *owner); };
}
boost::json::object EncodeAdjustment(const app::AdjustmentRecord& record, const app::OperatorEntry& owner);

// An accrual with everything that it was calculated from, as data and as sentences.
boost::json::object EncodeExplanation(const app::Explanation& explanation, const app::OperatorEntry& owner);

// The affiliate of a player, the reason for it, and what the deal has not paid yet.
boost::json::object EncodeStanding(const app::PlayerStanding& standing, const app::OperatorEntry& owner, Timestamp now);

}  // namespace fairlead::http
