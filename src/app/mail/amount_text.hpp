#pragma once

#include <string>

#include "domain/money/money.hpp"

namespace fairlead::app {

// An amount for people, with all digits of the currency's minor unit: 12.50 EUR.
std::string AmountText(const Decimal& amount, Currency currency);

}  // namespace fairlead::app
