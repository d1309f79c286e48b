#pragma once

#include "base/number/exchange_rate.hpp"
#include "base/time/date.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// The worth of one unit of `from` in `to` from a day on. It applies until a later day has a rate.
struct DatedRate {
    Date date;  // UTC.
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    ExchangeRate rate = *ExchangeRate::Parse("1");

    bool operator==(const DatedRate&) const = default;
};

}  // namespace fairlead::commission
