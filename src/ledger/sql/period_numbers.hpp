#pragma once

#include <cstdint>
#include <vector>

#include "base/time/period.hpp"

namespace fairlead::ledger {

// The stored numbers of periods ascend with time only within a kind, so a query by time needs one range of numbers per
// kind.
struct NumbersOfKind {
    PeriodKind kind = PeriodKind::kMonth;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

// The numbers of the periods of each kind that are not after the period. `only_months` leaves out the other kinds.
std::vector<NumbersOfKind> NumbersUpTo(Period period, bool only_months);
// The same without the period itself.
std::vector<NumbersOfKind> NumbersBefore(Period period, bool only_months);
// All numbers of each kind.
std::vector<NumbersOfKind> AllNumbers(bool only_months);

}  // namespace fairlead::ledger
