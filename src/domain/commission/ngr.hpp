#pragma once

#include <limits>
#include <map>

#include "base/time/date.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// What a total is compared with: the sum that counts so far, and the newest total that was taken into it.
struct NgrMark {
    Decimal sum;
    std::optional<Timestamp> latest;  // The event_time of the newest total; nothing while there were only deltas.

    bool operator==(const NgrMark&) const = default;
};

// A player's net gaming revenue in one currency.
struct NgrMarks {
    struct InCurrency {
        NgrMark lifetime;
        std::map<Date, NgrMark> days;  // UTC.
    };
    std::map<Currency, InCurrency> currencies;
};

// Stands for all days together where marks are named by their day.
inline constexpr Date kWholeLife{std::numeric_limits<std::int32_t>::min()};

// What an ngr_update adds to what was sent before; the marks move on.
Decimal NgrDelta(catalogue::NgrMode mode, Timestamp time, const Money& money, NgrMarks& marks);

}  // namespace fairlead::commission
