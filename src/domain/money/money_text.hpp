#pragma once

#include <string>

#include "domain/money/money.hpp"

namespace fairlead {

// Formats an amount for people, with at least the digits of its currency and without rounding: "17.50", "36.548",
// "1200" for yen, "3.500" for Kuwaiti dinars.
std::string AmountText(Decimal amount, Currency currency);

// The same, followed by the code: "17.50 EUR".
std::string MoneyText(const Money& money);

}  // namespace fairlead
