#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/number/decimal.hpp"

namespace fairlead::signals {

// Why a statement is neither approved nor paid: its affiliate has open signals of rules that hold. Nothing if it need
// not wait. A statement with nothing to pay never waits.
std::optional<std::string> WhyHeldForReview(Decimal payable, std::int64_t open_signals);

}  // namespace fairlead::signals
