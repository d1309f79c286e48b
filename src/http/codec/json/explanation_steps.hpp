#pragma once

#include <span>

#include <boost/json.hpp>

#include "domain/explanation/explanation.hpp"

namespace fairlead::http {

// Encodes each step with its rule, its named values and its English sentence as `text`.
boost::json::array EncodeSteps(std::span<const commission::Step> steps);

// Only the English sentences of the steps.
boost::json::array EncodeSentences(std::span<const commission::Step> steps);

// Why a player is attributed to an affiliate, or to no affiliate.
boost::json::object EncodeDecisionReason(const attribution::DecisionReason& reason);

}  // namespace fairlead::http
