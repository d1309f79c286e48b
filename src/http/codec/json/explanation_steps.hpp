#pragma once

#include <span>

#include <boost/json.hpp>

#include "domain/explanation/explanation.hpp"

namespace fairlead::http {

// Each step as its rule, its values under their names, and its sentence as `text`.
boost::json::array EncodeSteps(std::span<const commission::Step> steps);

// The texts of steps alone.
boost::json::array EncodeSentences(std::span<const commission::Step> steps);

// Why a player counts for an affiliate, or for nobody.
boost::json::object EncodeDecisionReason(const attribution::DecisionReason& reason);

}  // namespace fairlead::http
