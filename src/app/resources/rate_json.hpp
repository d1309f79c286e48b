#pragma once

#include <expected>
#include <vector>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "domain/commission/dated_rate.hpp"

namespace fairlead::app {

inline constexpr std::size_t kRatesMax = 1000;

// Exchange rates as an operator sends them: one, or a list of them under `rates`.
struct RateBody {
    std::vector<commission::DatedRate> rates;
    bool is_list = false;
};

// Reads all of the body, or says everything that is wrong with it, each with its place.
std::expected<RateBody, Errors> ReadRateBody(const boost::json::value& body, const catalogue::Operator& owner);

boost::json::object WriteRate(const commission::DatedRate& rate);

}  // namespace fairlead::app
