#include "domain/commission/ngr.hpp"

namespace fairlead::commission {
namespace {

// A newer total replaces the sum so far. An older total that arrives late adds nothing.
Decimal Replace(NgrMark& mark, Timestamp time, Decimal total) {
    if (mark.latest && time < *mark.latest) return {};
    mark.latest = time;
    return total - mark.sum;
}

}  // namespace

Decimal NgrDelta(catalogue::NgrMode mode, Timestamp time, const Money& money, NgrMarks& marks) {
    NgrMarks::InCurrency& known = marks.currencies[money.currency];
    NgrMark& day = known.days[Date::OfUtc(time)];
    Decimal delta = money.amount;
    if (mode == catalogue::NgrMode::kDailyTotal) delta = Replace(day, time, money.amount);
    if (mode == catalogue::NgrMode::kLifetimeTotal) delta = Replace(known.lifetime, time, money.amount);
    day.sum += delta;
    known.lifetime.sum += delta;
    return delta;
}

}  // namespace fairlead::commission
