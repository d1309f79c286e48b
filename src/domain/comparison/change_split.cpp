#include "domain/comparison/change_split.hpp"

#include <algorithm>

#include "base/number/proportion.hpp"

namespace fairlead::comparison {
namespace {

constexpr Decimal kUnit = Decimal::FromInteger(1);
constexpr std::size_t kFewParts = 3;

Decimal Magnitude(Decimal value) { return value.IsNegative() ? -value : value; }

Decimal QuotientPart(const BeforeAndAfter& whole, const BeforeAndAfter& group) {
    // One of the two quotients does not exist and counts as 0, so the other one is the difference.
    if (whole.after.denominator.IsZero()) return -Proportion(group.before.numerator, kUnit, whole.before.denominator);
    if (whole.before.denominator.IsZero()) return Proportion(group.after.numerator, kUnit, whole.after.denominator);
    const Decimal moved = group.after.numerator - group.before.numerator;
    const Decimal diluted = Proportion(group.after.denominator - group.before.denominator, whole.before.numerator,
                                       whole.before.denominator);
    return Proportion(moved - diluted, kUnit, whole.after.denominator);
}

bool MovesMore(const Contribution& a, const Contribution& b) {
    const Decimal one = Magnitude(a.difference);
    const Decimal other = Magnitude(b.difference);
    return one != other ? one > other : a.group < b.group;
}

}  // namespace

ChangeSplit SplitChange(Kind kind, const BeforeAndAfter& whole, std::span<const BeforeAndAfter> groups,
                        std::size_t count_max) {
    ChangeSplit split;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const Decimal part = kind == Kind::kQuotient ? QuotientPart(whole, groups[i]) : groups[i].difference();
        if (!part.IsZero()) split.largest.push_back({i, part});
    }
    const std::size_t shown = std::min({split.largest.size(), count_max, kContributionsMax});
    std::ranges::partial_sort(split.largest, split.largest.begin() + static_cast<std::ptrdiff_t>(shown), MovesMore);
    split.other_count = split.largest.size() - shown;
    split.largest.resize(shown);
    split.rest = whole.difference();
    for (const Contribution& part : split.largest) split.rest = split.rest - part.difference;
    // Quotients and converted amounts are rounded. Without other groups, the rest is only the rounding.
    if (kind != Kind::kDistinct && split.other_count == 0 && !split.largest.empty()) {
        split.largest.front().difference += split.rest;
        split.rest = {};
    }
    return split;
}

Decimal Concentration(const ChangeSplit& split) {
    Decimal few;
    Decimal all = Magnitude(split.rest);
    for (std::size_t i = 0; i < split.largest.size(); ++i) {
        const Decimal moved = Magnitude(split.largest[i].difference);
        all += moved;
        if (i < kFewParts) few += moved;
    }
    return Proportion(few, Decimal::FromInteger(100), all);
}

}  // namespace fairlead::comparison
