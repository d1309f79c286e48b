#pragma once

#include <vector>

#include "domain/simulation/replayed_terms.hpp"

namespace fairlead::simulation {

// What was paid and what would have been paid, in the operator's base currency of the last month.
struct Figures {
    MonthSums sums;

    // The components, without carry-over, waivers, balances and adjustments.
    Decimal commission() const;
    Decimal line(statements::LineType type) const { return sums.lines[static_cast<std::size_t>(type)]; }
    void Add(const Figures& other);
};

struct Compared {
    Figures actual;
    Figures simulated;
    Decimal ngr;

    // By how much the simulated commission exceeds the actual one.
    Decimal difference() const { return simulated.commission() - actual.commission(); }
    Decimal ProfitWith(const Figures& figures) const { return ngr - figures.commission(); }
    void Add(const Compared& other);
};

struct MonthCompared {
    AffiliateId affiliate;
    Period period;
    Compared compared;
};

struct PlayerCompared {
    PlayerId player;
    AffiliateId affiliate;  // Under the simulated terms, or if it earned nothing there, under the actual ones.
    Decimal actual;
    Decimal simulated;

    Decimal difference() const { return simulated - actual; }
};

struct Comparison {
    Currency currency = *Currency::Parse("EUR");
    std::vector<MonthCompared> months;    // By affiliate and month. Months without any figure are left out.
    std::vector<PlayerCompared> players;  // Those that change most, the largest change first.
    std::vector<Currency> unpriced;       // Amounts in these currencies have no rate and are left out.
};

inline constexpr std::size_t kPlayersComparedMax = 50;

// Amounts are converted with the latest rate on or before the last day of their month. Amounts of players are converted
// with the rate of the last month.
Comparison Compare(const commission::Plan& plan, const Selection& selection, const ReplayedSums& actual,
                   const ReplayedSums& simulated);

}  // namespace fairlead::simulation
