#pragma once

#include <expected>
#include <vector>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "domain/deals/dated_rate.hpp"

namespace fairlead::app {

inline constexpr std::size_t kRatesMax = 1000;

// Exchange rates in a request: one, or a list under `rates`.
struct RateBody {
    std::vector<commission::DatedRate> rates;
    bool is_list = false;
};

// Reads the whole body, or returns all its errors, each with its pointer.
std::expected<RateBody, Errors> ReadRateBody(const boost::json::value& body, const catalogue::Operator& owner);

boost::json::object WriteRate(const commission::DatedRate& rate);

}  // namespace fairlead::app
