#pragma once

#include <span>
#include <vector>

#include "domain/commission/ring_fence.hpp"

namespace fairlead::commission {

// What the end of a period does to the negative base of a group: docs/commission.md §6.4.
struct PeriodEnd {
    std::vector<FencedPlayer> players = {};  // Ring-fenced players, and players that have settled what they owed.
    std::vector<CarriedBase> carried = {};   // The base that can open the next period.
    Decimal carried_amount = {};             // The commission, at least 0, of that base.
    Decimal expired = {};         // The commission, at least 0, of a negative base that is not carried any longer.
    Decimal by_chargebacks = {};  // The commission, at least 0, that chargebacks took below zero.

    bool operator==(const PeriodEnd&) const = default;
};

// A group of an affiliate and a period.
struct KeyedGroup {
    StateKey key;
    const GroupState* group = nullptr;
};

// The rules of the version in force on the last day of a period. If that version has no RevShare, those of the newest
// version that has.
NegativeTerms NegativeTermsOn(const Deal& deal, Date last_day);

// `all` are the groups of the affiliate and the period, including the activity of its deals.
PeriodEnd EndOf(const Plan& plan, const KeyedGroup& one, std::span<const KeyedGroup> all);

// The players that owe something at the end of the period.
std::vector<PlayerId> OwingPlayers(const Plan& plan, std::span<const KeyedGroup> all);

// The negative amounts that are left after the amount of a period is offset against them, the oldest first. `Amount`
// has a period and an amount.
template <class Amount>
std::vector<Amount> LeftAfter(std::vector<Amount> arrived, Decimal own, Period period, Decimal Amount::* amount) {
    if (own.IsNegative()) {
        arrived.push_back({period, own});
        return arrived;
    }
    for (Amount& each : arrived) {
        const Decimal used = std::min(own, -(each.*amount));
        own = own - used;
        each.*amount += used;
    }
    std::erase_if(arrived, [&](const Amount& each) { return (each.*amount).IsZero(); });
    return arrived;
}

// Whether a negative period can still reduce a later period: this ends with the last month in which it can be offset.
// Half-months and weeks count as parts of the months in which they end.
bool CanReduce(const NegativeTerms& terms, Period from, Period later);

}  // namespace fairlead::commission
