#include <algorithm>

#include "domain/commission/rev_share.hpp"
#include "domain/commission/ring_fence.hpp"

// Moves groups in which ring-fenced players or the base of earlier periods take part (docs/commission.md §6.4).
namespace fairlead::commission {
namespace {

// What a group earns at one moment.
struct CountedShare {
    CountedSums sums;
    BaseParts parts;
    AppliedRates rates;
    Decimal earned;
};

CountedShare ShareIn(const RevShareTerms& terms, const GroupState& group, const RateInput& input) {
    CountedShare share{.sums = CountedIn(terms, group, input.digits.value_or(Decimal::kFractionDigits))};
    share.parts = PartsOf(terms, share.sums.whole);
    share.rates = RatesFor(terms, share.parts, input);
    share.earned = EarnedAt(terms, share.rates, share.parts, input);
    return share;
}

BaseParts PartsOfBrand(const RevShareTerms& terms, const CountedShare& share, BrandId brand) {
    const auto found = std::ranges::find(share.sums.brands, brand, &BrandSums::brand);
    return found == share.sums.brands.end() ? BaseParts() : PartsOf(terms, found->sums);
}

std::vector<BrandId> BrandsOf(const CountedShare& before, const CountedShare& after) {
    std::vector<BrandId> brands;
    for (const auto* share : {&before, &after}) {
        for (const BrandSums& each : share->sums.brands) {
            if (std::ranges::find(brands, each.brand) == brands.end()) brands.push_back(each.brand);
        }
    }
    return brands;
}

void AddToGroup(const RevShareTerms& terms, const AddedSums& added, int digits, GroupState& group) {
    group.sums += added.sums;
    const bool of_brand = group.by_brand && added.sums != RevShareSums{};
    if (of_brand) group.SumsOf(added.brand) += added.sums;
    for (const WatchedPlayer& each : added.players) WatchPlayer(terms, digits, each, group);
    for (const CarriedBase& each : added.openings) {
        group.sums.opening += each.base;
        const auto place = std::ranges::lower_bound(group.openings, each.from, {}, &CarriedBase::from);
        if (place != group.openings.end() && place->from == each.from) {
            place->base += each.base;
        } else {
            group.openings.insert(place, each);
        }
    }
}

}  // namespace

MovedShare MoveCountedShare(const RevShareTerms& terms, GroupState& group, const AddedSums& added,
                            const RateInput& input_before, const RateInput& input_after) {
    MovedShare moved{
        .seen = {.before = group.sums, .after = {}, .input_before = input_before, .input_after = input_after}};
    const CountedShare before = ShareIn(terms, group, input_before);
    AddToGroup(terms, added, input_after.digits.value_or(Decimal::kFractionDigits), group);
    const CountedShare after = ShareIn(terms, group, input_after);
    moved.seen.after = group.sums;
    moved.seen.fenced_before = before.sums.fenced;
    moved.seen.fenced_after = after.sums.fenced;
    moved.base = after.parts.Total() - before.parts.Total();
    moved.amount = after.earned - before.earned;
    const auto rate_before = OneRate(terms, before.rates, before.parts, input_before);
    const auto rate_after = OneRate(terms, after.rates, after.parts, input_after);
    if (before.parts.Total().IsZero() || rate_before == rate_after) moved.rate = rate_after;
    const bool slices =
        before.rates.rule == AppliedRates::Rule::kSlices || after.rates.rule == AppliedRates::Rule::kSlices;
    if (!group.by_brand || slices) return moved;
    for (const BrandId& brand : BrandsOf(before, after)) {
        if (brand == added.brand) continue;
        const BaseParts own = PartsOfBrand(terms, after, brand);
        const Decimal amount = EarnedAt(terms, after.rates, own, input_after) -
                               EarnedAt(terms, before.rates, PartsOfBrand(terms, before, brand), input_before);
        if (amount.IsZero()) continue;
        moved.others.push_back({brand, own.Total(), amount, OneRate(terms, after.rates, own, input_after)});
        moved.amount = moved.amount - amount;
    }
    return moved;
}

}  // namespace fairlead::commission
