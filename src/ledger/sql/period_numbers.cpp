#include "ledger/sql/period_numbers.hpp"

#include <limits>

namespace fairlead::ledger {
namespace {

std::vector<PeriodKind> KindsInUse(bool only_months) {
    if (only_months) return {PeriodKind::kMonth};
    return {kPeriodKinds.begin(), kPeriodKinds.end()};
}

// The last period of `kind` that is not after `period`.
Period LastNotAfter(PeriodKind kind, Period period) {
    const Period same_time = Period::Of(kind, period.LastDay());
    return same_time > period ? same_time.Plus(-1) : same_time;
}

}  // namespace

std::vector<NumbersOfKind> NumbersUpTo(Period period, bool only_months) {
    std::vector<NumbersOfKind> numbers;
    for (const PeriodKind kind : KindsInUse(only_months)) {
        numbers.push_back({kind, Period::FirstOf(kind).number, LastNotAfter(kind, period).number});
    }
    return numbers;
}

std::vector<NumbersOfKind> NumbersBefore(Period period, bool only_months) {
    auto numbers = NumbersUpTo(period, only_months);
    for (NumbersOfKind& each : numbers) {
        if (each.kind == period.kind()) --each.last;
    }
    return numbers;
}

std::vector<NumbersOfKind> AllNumbers(bool only_months) {
    std::vector<NumbersOfKind> numbers;
    for (const PeriodKind kind : KindsInUse(only_months)) {
        if (!numbers.empty()) numbers.back().last = Period::FirstOf(kind).number - 1;
        numbers.push_back({kind, Period::FirstOf(kind).number, std::numeric_limits<std::int32_t>::max()});
    }
    return numbers;
}

}  // namespace fairlead::ledger
