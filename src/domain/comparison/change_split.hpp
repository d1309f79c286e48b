#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/number/decimal.hpp"

namespace fairlead::comparison {

// The value of a metric in one period, of one group or of the whole report.
struct Measured {
    Decimal value;
    // The parts of a quotient, 0 for other metrics.
    Decimal numerator = {};
    Decimal denominator = {};

    bool operator==(const Measured&) const = default;
};

struct BeforeAndAfter {
    Measured before;
    Measured after;

    Decimal difference() const { return after.value - before.value; }
};

// How the groups of a report make up its metric.
enum class Kind : std::uint8_t {
    kSum,       // The groups add up to the whole.
    kDistinct,  // A player or visitor in two groups counts once in the whole.
    kQuotient,
};

// The part of the difference that one group causes.
struct Contribution {
    std::size_t group = 0;  // Its index.
    Decimal difference;

    bool operator==(const Contribution&) const = default;
};

struct ChangeSplit {
    std::vector<Contribution> largest;  // In descending order of magnitude. None is 0.
    std::size_t other_count = 0;        // The number of other groups that changed.
    Decimal rest;                       // The largest contributions and the rest add up exactly to the difference.
};

// The largest size of ChangeSplit::largest.
inline constexpr std::size_t kContributionsMax = 20;

// Splits the difference between two periods by groups, at most `count_max` of them. A group changes a quotient
// through its numerator N and its denominator D, by (change of N − quotient before × change of D) / D after. A group
// with an unchanged quotient still changes the quotient of the whole if its part of the whole grows.
ChangeSplit SplitChange(Kind kind, const BeforeAndAfter& whole, std::span<const BeforeAndAfter> groups,
                        std::size_t count_max);

// How much of all movement the three largest contributions explain, in percent, from 0 to 100. A higher number means
// that fewer groups explain the difference.
Decimal Concentration(const ChangeSplit& split);

}  // namespace fairlead::comparison
