#include "domain/comparison/percent_change.hpp"

#include "base/number/proportion.hpp"

namespace fairlead::comparison {

std::optional<Decimal> PercentChange(Decimal before, Decimal after) {
    if (before.IsZero()) return std::nullopt;
    const Decimal size = before.IsNegative() ? -before : before;
    return Proportion(after - before, Decimal::FromInteger(100), size).RoundedTo(2);
}

}  // namespace fairlead::comparison
