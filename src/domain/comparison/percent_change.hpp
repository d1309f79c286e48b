#pragma once

#include <optional>

#include "base/number/decimal.hpp"

namespace fairlead::comparison {

// The change in percent of the value before, with 2 digits. Nothing if that is 0.
std::optional<Decimal> PercentChange(Decimal before, Decimal after);

}  // namespace fairlead::comparison
