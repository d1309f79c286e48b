#pragma once

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "domain/signals/rule.hpp"

namespace fairlead::app {

// The largest value of any parameter of any kind.
inline constexpr std::int64_t kParameterMost = 1'000'000'000;

// Reads the given parameters into `out` and keeps the others. Pointers are relative to the object.
Errors ReadParameters(const boost::json::value& value, signals::Parameters& out);
// The errors of parameters that the kind does not have or that are out of its bounds.
Errors CheckParameters(signals::RuleKind kind, const signals::Parameters& parameters);
boost::json::object WriteParameters(const signals::Parameters& parameters);

}  // namespace fairlead::app
