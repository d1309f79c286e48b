#pragma once

#include "domain/money/money.hpp"

namespace fairlead {

// How many digits after the point people pay this currency in: 2 for most of ISO 4217, 0 for yen, 3 for Kuwaiti dinars,
// and 8 for what ISO does not list, which is crypto.
int MinorUnitDigits(Currency currency);

}  // namespace fairlead
