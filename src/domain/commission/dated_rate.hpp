#pragma once

#include "base/number/exchange_rate.hpp"
#include "base/time/date.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// What a unit of `from` is worth in `to` from a day on, until a later day's rate is known.
struct DatedRate {
    Date date;  // UTC.
    Currency from = *Currency::Parse("EUR");
    Currency to = *Currency::Parse("EUR");
    ExchangeRate rate = *ExchangeRate::Parse("1");

    bool operator==(const DatedRate&) const = default;
};

}  // namespace fairlead::commission
