#pragma once

#include "domain/money/money.hpp"

namespace fairlead {

// What to say about a currency that is neither in ISO 4217 nor declared.
inline constexpr const char* kUnknownCurrency =
    "is not known. Use an ISO 4217 code, or declare it under Settings → Additional currencies";

// Whether the current list of ISO 4217 has the code. Operators need not declare such a currency.
bool IsInIso4217(Currency currency);

// The number of fractional digits of the currency's minor unit: 2 for most currencies of ISO 4217, 0 for yen, 3 for
// Kuwaiti dinars. A code that ISO 4217 never listed is a cryptocurrency and has 8.
int MinorUnitDigits(Currency currency);

}  // namespace fairlead
