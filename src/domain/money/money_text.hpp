#pragma once

#include <string>

#include "domain/money/money.hpp"

namespace fairlead {

// An amount for people: with the digits of its currency, and with all further digits that it has. "17.50", "36.548",
// for yen "1200", for Kuwaiti dinars "3.500".
std::string AmountText(Decimal amount, Currency currency);

// The same with the code behind it: "17.50 EUR".
std::string MoneyText(const Money& money);

}  // namespace fairlead
