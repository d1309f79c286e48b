#pragma once

#include <optional>
#include <string_view>

#include "domain/deals/rev_share_base.hpp"

namespace fairlead::commission {

// Which rates of a RevShare apply. See docs/commission.md §6.1, §6.2, §6.10 and §6.15.
struct AppliedRates {
    enum class Rule : std::uint8_t {
        kRate,    // The deal's rate: no tier is reached, or the base is negative.
        kTier,    // The rate of the highest tier that is reached.
        kSlices,  // Each slice of the base has the rate of its tier.
        kElse,    // The activity that the deal requires is missing.
        kIntro,   // The introductory rate, which is more than the others would give.
    };

    Rule rule = Rule::kRate;
    Decimal rate;                        // Of the part without a product. Not used for slices.
    const RevShareTier* tier = nullptr;  // The tier that is reached.
    bool by_product = false;             // Whether products may have other rates.

    // Whether every part of a base earns the same under both.
    bool SameAs(const AppliedRates& other) const {
        return rule != Rule::kSlices && other.rule != Rule::kSlices && rate == other.rate && tier == other.tier &&
               by_product == other.by_product;
    }
};

// Whether the rate can change within a period in a way that re-rates the whole base.
bool CanReRate(const RevShareTerms& terms);

// The rates that apply to the base.
AppliedRates RatesFor(const RevShareTerms& terms, const BaseParts& parts, const RateInput& input);

// The rate of a product, or of the rest if the name is empty. Not for slices.
Decimal RateOfPart(const RevShareTerms& terms, const AppliedRates& rates, const std::string& product);

// What a base, or the part of it that belongs to one brand, earns at these rates.
Decimal EarnedAt(const RevShareTerms& terms, const AppliedRates& rates, const BaseParts& parts, const RateInput& input);

// The rate that applies to the whole base. Nothing if parts of the base have different rates.
std::optional<Decimal> OneRate(const RevShareTerms& terms, const AppliedRates& rates, const BaseParts& parts,
                               const RateInput& input);

}  // namespace fairlead::commission
