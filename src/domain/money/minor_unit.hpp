#pragma once

#include "domain/money/money.hpp"

namespace fairlead {

// The number of fractional digits of the currency's minor unit: 2 for most currencies of ISO 4217, 0 for yen, 3 for
// Kuwaiti dinars. A code that ISO 4217 does not list is a cryptocurrency and has 8.
int MinorUnitDigits(Currency currency);

}  // namespace fairlead
