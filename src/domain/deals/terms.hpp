#pragma once

#include <array>
#include <map>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/date.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// The terms of deals: see docs/commission.md §1. The values are already validated: amounts are not negative,
// percentages are 0 to 100, and tiers are strictly ascending.

enum class TierMode : std::uint8_t { kMarginal, kWhole };
inline constexpr std::array<std::string_view, 2> kTierModeNames{"marginal", "whole"};

enum class Clawback : std::uint8_t { kIfUnqualified, kAlways, kNever };
inline constexpr std::array<std::string_view, 3> kClawbackNames{"ifUnqualified", "always", "never"};

enum class Binding : std::uint8_t { kRegistration, kEvent };
inline constexpr std::array<std::string_view, 2> kBindingNames{"registration", "event"};

// The period whose state a late event moves: docs/commission.md §6.9.
enum class LateEvents : std::uint8_t { kCurrentPeriod, kOwnPeriod };
inline constexpr std::array<std::string_view, 2> kLateEventsNames{"currentMonth", "ownMonth"};

struct CpaTier {
    std::int64_t from = 1;  // The first position in the period to which it applies.
    Decimal amount;
    bool operator==(const CpaTier&) const = default;
};

// Where the days to qualify start.
enum class QualifyFrom : std::uint8_t { kRegistration, kFirstDeposit };
inline constexpr std::array<std::string_view, 2> kQualifyFromNames{"registration", "firstDeposit"};

// An amount for players whose first deposit is at least `from`.
struct FirstDepositAmount {
    Decimal from;
    Decimal amount;
    bool operator==(const FirstDepositAmount&) const = default;
};

struct CpaTerms {
    Decimal amount;
    std::map<std::string, Decimal> amount_by_country;  // Upper-case codes.
    Decimal min_first_deposit;
    Decimal min_total_deposits;
    Decimal min_wagered;
    std::optional<int> qualify_within_days;
    std::vector<CpaTier> tiers;
    TierMode tier_mode = TierMode::kMarginal;
    std::optional<std::int64_t> monthly_cap;
    int hold_days = 0;
    Clawback clawback = Clawback::kIfUnqualified;
    std::int64_t min_bets = 0;
    bool requires_kyc = false;
    bool excludes_self_excluded = false;
    bool excludes_blocked = false;
    QualifyFrom qualify_from = QualifyFrom::kRegistration;
    std::optional<int> first_deposit_window_hours = {};
    std::vector<FirstDepositAmount> amount_by_first_deposit = {};
    bool operator==(const CpaTerms&) const = default;
};

// What the tiers of a RevShare are compared with: the base, or the activity of the period (activity.hpp).
enum class TierBy : std::uint8_t { kBase, kNewDepositors, kQualifiedPlayers, kActivePlayers, kDeposits };
inline constexpr std::array<std::string_view, 5> kTierByNames{"base", "newDepositors", "qualifiedPlayers",
                                                              "activePlayers", "deposits"};

// The activity of the period that a tier or a RevShare needs. All that are given must be reached.
struct Requirements {
    std::optional<std::int64_t> new_depositors = {};
    std::optional<std::int64_t> qualified_players = {};
    std::optional<std::int64_t> active_players = {};
    std::optional<Decimal> deposits = {};

    bool empty() const { return !new_depositors && !qualified_players && !active_players && !deposits; }
    bool operator==(const Requirements&) const = default;
};

// While the requirements are not met, the whole base earns this rate.
struct RequirementsOrElse {
    Requirements needs;
    Decimal else_rate;  // In percent.
    bool operator==(const RequirementsOrElse&) const = default;
};

// Rates by product, in percent. Products are in lower case.
using ProductRates = std::map<std::string, Decimal>;

struct Deductions {
    Decimal bonus_percent;
    Decimal deposit_fee_percent;
    Decimal withdrawal_fee_percent;
    bool before_admin_fee = false;

    bool empty() const {
        return bonus_percent.IsZero() && deposit_fee_percent.IsZero() && withdrawal_fee_percent.IsZero();
    }
    bool operator==(const Deductions&) const = default;
};

// The least rate of an affiliate's first months.
struct IntroRate {
    Decimal rate;  // In percent.
    int months = 1;
    bool operator==(const IntroRate&) const = default;
};

// What happens to a period whose RevShare is below zero (docs/commission.md §6.4).
enum class NegativePolicy : std::uint8_t { kCarry, kWaive };
inline constexpr std::array<std::string_view, 2> kNegativePolicyNames{"carry", "waive"};

// When a player with a very negative base is ring-fenced: only while the base of the group would otherwise be below
// zero, or always.
enum class FenceWhen : std::uint8_t { kAffiliateNegative, kAlways };
inline constexpr std::array<std::string_view, 2> kFenceWhenNames{"affiliateNegative", "always"};

struct HighRollerTerms {
    Decimal player_loss;  // More than 0. A player whose own base is at most minus this is ring-fenced.
    FenceWhen when = FenceWhen::kAffiliateNegative;
    bool operator==(const HighRollerTerms&) const = default;
};

struct NegativeTerms {
    NegativePolicy policy = NegativePolicy::kCarry;
    std::optional<int> carry_months = {};  // How many later months a negative period can reduce. Nothing: no limit.
    bool carry_base = false;               // The base is carried, and not the commission.
    bool only_chargebacks = false;         // Only the part that chargebacks caused is carried.
    std::optional<HighRollerTerms> high_roller = {};

    bool has_only_policy() const { return !carry_months && !carry_base && !only_chargebacks && !high_roller; }
    bool operator==(const NegativeTerms&) const = default;
};

struct RevShareTier {
    Decimal from;  // The base, or the activity, from which it applies.
    Decimal rate;  // In percent.
    ProductRates rate_by_product = {};
    Requirements needs = {};
    bool operator==(const RevShareTier&) const = default;
};

struct RevShareTerms {
    Decimal rate;  // In percent.
    std::vector<RevShareTier> tiers;
    TierMode tier_mode = TierMode::kMarginal;
    Decimal admin_fee_percent;
    bool deduct_chargebacks = true;
    NegativeTerms negative = {};
    std::optional<int> duration_months;
    TierBy tier_by = TierBy::kBase;
    std::optional<RequirementsOrElse> needs = {};
    ProductRates rate_by_product = {};
    std::vector<std::string> exclude_products = {};  // In lower case.
    Deductions deductions = {};
    std::optional<IntroRate> intro = {};
    std::optional<int> inactive_after_months = {};
    bool operator==(const RevShareTerms&) const = default;
};

struct TurnoverTerms {
    Decimal rate;  // In percent.
    ProductRates rate_by_product = {};
    bool operator==(const TurnoverTerms&) const = default;
};

struct CplTerms {
    Decimal amount;
    bool operator==(const CplTerms&) const = default;
};

struct FixedMonthlyTerms {
    Decimal amount;
    bool operator==(const FixedMonthlyTerms&) const = default;
};

struct SubAffiliateTerms {
    Decimal percent_of_commission;          // Of the commission of the affiliate's own sub-affiliates.
    std::vector<Decimal> more_levels = {};  // Of the commission of their sub-affiliates, and so on.

    // `level` is 1 for the affiliate's own sub-affiliates. Nothing if the terms have fewer levels.
    std::optional<Decimal> PercentAt(std::size_t level) const;
    bool operator==(const SubAffiliateTerms&) const = default;
};

struct Terms {
    Currency currency = *Currency::Parse("EUR");
    std::optional<CpaTerms> cpa;
    std::optional<RevShareTerms> rev_share;
    std::optional<CplTerms> cpl;
    std::optional<FixedMonthlyTerms> fixed_monthly;
    std::optional<SubAffiliateTerms> sub_affiliate;
    std::optional<TurnoverTerms> turnover = {};
    bool operator==(const Terms&) const = default;
};

// A version never changes, except that it can be withdrawn before it starts.
struct DealVersion {
    std::int32_t number = 1;
    std::optional<Date> effective_from;  // In the operator's time zone. Nothing if it applies from the beginning.
    Terms terms;
    Timestamp created_at;
    std::optional<Timestamp> withdrawn_at;  // A withdrawn version is never in force.
    bool operator==(const DealVersion&) const = default;
};

// The brands and countries that a deal is for. An empty list matches everything.
struct Scope {
    std::vector<BrandId> brands;
    std::vector<std::string> countries;  // Upper-case codes.

    bool Fits(BrandId brand, std::string_view country) const;
    int dimensions() const { return (brands.empty() ? 0 : 1) + (countries.empty() ? 0 : 1); }
    bool operator==(const Scope&) const = default;
};

struct Deal {
    DealId id;
    std::string name;
    Binding binding = Binding::kRegistration;
    Scope scope;
    bool is_default = false;            // For affiliates that have no deal of their own.
    std::vector<DealVersion> versions;  // Ordered by number: 1, 2 … At least one is not withdrawn.
    Timestamp created_at;               // If scopes are equally specific, the newest deal is chosen.
    // Deals of an affiliate with the same label are counted together for their tiers. Empty for a deal on its own.
    std::string tier_pool = {};
    LateEvents late_events = LateEvents::kCurrentPeriod;

    // The versions that are not withdrawn, ordered by number. Only these can be in force.
    auto NotWithdrawn() const {
        return versions | std::views::filter([](const DealVersion& version) { return !version.withdrawn_at; });
    }
    // The version in force on a day: the one that started last, and the newest if several started on that day. Null if
    // none has started.
    const DealVersion* VersionOn(Date date) const;
    // The versions that come into force after a day, ordered by their first day. If several have the same first day,
    // only the newest is listed.
    std::vector<const DealVersion*> UpcomingAfter(Date date) const;
    // Also finds withdrawn versions, so that earlier decisions can be explained.
    const DealVersion* Version(std::int32_t number) const;
    bool operator==(const Deal&) const = default;
};

}  // namespace fairlead::commission
