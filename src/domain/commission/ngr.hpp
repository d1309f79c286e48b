#pragma once

#include <limits>
#include <map>

#include "base/time/date.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// A total is compared with this: the sum so far, and the time of the newest total in it.
struct NgrMark {
    Decimal sum;
    std::optional<Timestamp> latest;  // The event_time of the newest total. Nothing if there were only deltas.

    bool operator==(const NgrMark&) const = default;
};

// A player's NGR in each currency.
struct NgrMarks {
    struct InCurrency {
        NgrMark lifetime;
        std::map<Date, NgrMark> days;  // UTC.
    };
    std::map<Currency, InCurrency> currencies;
};

// The key of the lifetime mark, where marks have a day as their key.
inline constexpr Date kWholeLife{std::numeric_limits<std::int32_t>::min()};

// Returns what an ngr_update adds to the previous ones, and updates the marks.
Decimal NgrDelta(catalogue::NgrMode mode, Timestamp time, const Money& money, NgrMarks& marks);

}  // namespace fairlead::commission
