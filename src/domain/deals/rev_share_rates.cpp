#include "domain/deals/rev_share_rates.hpp"

#include <algorithm>

#include "base/number/percent.hpp"

namespace fairlead::commission {
namespace {

using Rule = AppliedRates::Rule;

// Terms that look at activity always have a number of digits. Without one, only the base is compared, exactly.
int DigitsOf(const RateInput& input) { return input.digits.value_or(Decimal::kFractionDigits); }

bool IsOpen(const RevShareTier& tier, const RateInput& input) {
    return tier.needs.empty() || AreMet(tier.needs, input.activity, DigitsOf(input));
}

const RevShareTier* HighestTier(const RevShareTerms& terms, Decimal base, const RateInput& input) {
    const bool by_base = terms.tier_by == TierBy::kBase;
    const Decimal own = by_base ? base : MeasureOf(terms.tier_by, input.activity, DigitsOf(input));
    const Decimal reached = input.pooled.value_or(own).RoundedTo(DigitsOf(input));
    const RevShareTier* highest = nullptr;
    for (const RevShareTier& tier : terms.tiers) {
        if (reached >= tier.from && IsOpen(tier, input)) highest = &tier;
    }
    return highest;
}

// Each slice between two tiers has its own rate. The sum is rounded once.
Decimal EarnedInSlices(const RevShareTerms& terms, Decimal base, const RateInput& input) {
    PercentSum earned;
    Decimal from;
    Decimal rate = terms.rate;
    for (const RevShareTier& tier : terms.tiers) {
        if (tier.from >= base) break;
        if (!IsOpen(tier, input)) continue;
        earned.Add(tier.from - from, rate);
        from = tier.from;
        rate = tier.rate;
    }
    earned.Add(base - from, rate);
    return earned.Rounded();
}

std::optional<Decimal> RateOfSlices(const RevShareTerms& terms, Decimal base, const RateInput& input) {
    Decimal rate = terms.rate;
    bool several = false;
    for (const RevShareTier& tier : terms.tiers) {
        if (tier.from >= base) break;
        if (!IsOpen(tier, input)) continue;
        // If a tier starts at zero, no slice has the rate before it.
        several = several || !tier.from.IsZero();
        rate = tier.rate;
    }
    return several ? std::nullopt : std::optional(rate);
}

// The mode says nothing if there are no tiers.
bool HasSlices(const RevShareTerms& terms) { return terms.tier_mode == TierMode::kMarginal && !terms.tiers.empty(); }

AppliedRates LadderRates(const RevShareTerms& terms, Decimal base, const RateInput& input) {
    if (terms.needs && !AreMet(terms.needs->needs, input.activity, DigitsOf(input))) {
        return {.rule = Rule::kElse, .rate = terms.needs->else_rate};
    }
    if (base.IsNegative()) return {.rate = terms.rate, .by_product = true};
    if (HasSlices(terms)) return {.rule = Rule::kSlices};
    const RevShareTier* tier = HighestTier(terms, base, input);
    if (tier == nullptr) return {.rate = terms.rate, .by_product = true};
    return {.rule = Rule::kTier, .rate = tier->rate, .tier = tier, .by_product = true};
}

}  // namespace

bool CanReRate(const RevShareTerms& terms) {
    return !HasSlices(terms) && (!terms.tiers.empty() || terms.needs || terms.intro);
}

Decimal RateOfPart(const RevShareTerms& terms, const AppliedRates& rates, const std::string& product) {
    if (!rates.by_product) return rates.rate;
    if (rates.tier != nullptr) {
        const auto in_tier = rates.tier->rate_by_product.find(product);
        if (in_tier != rates.tier->rate_by_product.end()) return in_tier->second;
    }
    const auto in_terms = terms.rate_by_product.find(product);
    return in_terms == terms.rate_by_product.end() ? rates.rate : in_terms->second;
}

AppliedRates RatesFor(const RevShareTerms& terms, const BaseParts& parts, const RateInput& input) {
    const Decimal base = parts.Total();
    const AppliedRates ladder = LadderRates(terms, base, input);
    if (!input.at_least || base.IsNegative()) return ladder;
    const bool more = Percent(base, *input.at_least) > EarnedAt(terms, ladder, parts, input);
    return more ? AppliedRates{.rule = Rule::kIntro, .rate = *input.at_least} : ladder;
}

Decimal EarnedAt(const RevShareTerms& terms, const AppliedRates& rates, const BaseParts& parts,
                 const RateInput& input) {
    if (rates.rule == Rule::kSlices) return EarnedInSlices(terms, parts.Total(), input);
    if (parts.products.empty()) return Percent(parts.rest, rates.rate);
    PercentSum earned;
    earned.Add(parts.rest, rates.rate);
    for (const ProductSum& each : parts.products) earned.Add(each.sum, RateOfPart(terms, rates, each.product));
    return earned.Rounded();
}

std::optional<Decimal> OneRate(const RevShareTerms& terms, const AppliedRates& rates, const BaseParts& parts,
                               const RateInput& input) {
    if (rates.rule == Rule::kSlices) return RateOfSlices(terms, parts.Total(), input);
    const auto same = [&](const ProductSum& each) { return RateOfPart(terms, rates, each.product) == rates.rate; };
    return std::ranges::all_of(parts.products, same) ? std::optional(rates.rate) : std::nullopt;
}

}  // namespace fairlead::commission
