#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/number/decimal.hpp"

namespace fairlead::comparison {

// Why a metric changed, as far as the numbers of the two periods show it. The names are part of the API.
enum class Cause : std::uint8_t {
    kExchangeRates,  // The same amounts, converted with other exchange rates.
    kDealTerms,      // A new version of a deal pays more or less for the same activity.
    kChargebacks,    // CPA taken back, and chargebacks that lower the base of the revenue share.
    kQualified,      // More or fewer qualified players, at the earlier price.
    kRevenue,        // More or less NGR, at the earlier rate. For profit: the NGR.
    kRegistrations,  // More or fewer registrations, at the earlier price.
    kFixedFees,
    kSubAffiliates,
    kWagers,       // More or fewer wagers, at the earlier rate.
    kCommission,   // Of profit: the commission.
    kNumerator,    // Of a quotient.
    kDenominator,  // Of a quotient.
    kCount,        // More or fewer entries, at the earlier average.
    kAverage,      // A larger or smaller average.
    kActivity,     // The change without that of exchange rates.
};
inline constexpr std::array<std::string_view, 15> kCauseNames{
    "exchangeRates", "dealTerms",   "chargebacks",   "qualifiedPlayers", "revenue",
    "registrations", "fixedFees",   "subAffiliates", "wagers",           "commission",
    "numerator",     "denominator", "count",         "average",          "activity"};

constexpr std::string_view NameOf(Cause cause) { return kCauseNames[static_cast<std::size_t>(cause)]; }

struct CausedChange {
    Cause cause = Cause::kActivity;
    Decimal difference;
    std::optional<std::size_t> deal = {};  // For kDealTerms: its index.

    bool operator==(const CausedChange&) const = default;
};

// The activity and the commission of one deal in one period. All money is converted with the same exchange rates in
// both periods.
struct DealFigures {
    Decimal cpa;
    Decimal rev_share;
    Decimal cpl;
    Decimal fixed_fees;
    Decimal sub_affiliates;
    Decimal turnover;
    Decimal cpa_taken_back;  // The part of `cpa` below zero: 0 or less.
    Decimal qualified;
    Decimal ngr;
    Decimal chargebacks;
    Decimal registrations;
    Decimal wagers;

    bool operator==(const DealFigures&) const = default;
};

struct DealPeriods {
    DealFigures before;
    DealFigures after;
    bool new_terms = false;            // Another version is in force at the end than at the beginning.
    bool deducts_chargebacks = false;  // From the base of the revenue share.
};

// The causes of a change of commission. `difference` is the change with the actual exchange rates. The causes add up
// exactly to it, the largest first; none is 0. The effect of new terms is what they pay for the activity of the later
// period, less what the price or rate of the earlier period would pay for it. Without activity in the earlier period
// there is no such price, and the commission counts as activity.
std::vector<CausedChange> CommissionCauses(Decimal difference, std::span<const DealPeriods> deals);

// The causes of a change of other money: exchange rates, and the number and the average of entries if they are counted.
// `at_fixed_rates` are the amounts before and after with the same exchange rates in both periods.
struct AmountPeriods {
    Decimal before_at_fixed_rates;
    Decimal after_at_fixed_rates;
    std::optional<Decimal> count_before = {};
    std::optional<Decimal> count_after = {};
};
std::vector<CausedChange> AmountCauses(Decimal difference, const AmountPeriods& periods);

// The causes of a change of numerator / denominator.
struct QuotientPeriods {
    Decimal numerator_before;
    Decimal numerator_after;
    Decimal denominator_before;
    Decimal denominator_after;
};
std::vector<CausedChange> QuotientCauses(Decimal difference, const QuotientPeriods& periods);

// The causes of a change of NGR less commission.
std::vector<CausedChange> ProfitCauses(Decimal ngr_difference, Decimal commission_difference);

}  // namespace fairlead::comparison
