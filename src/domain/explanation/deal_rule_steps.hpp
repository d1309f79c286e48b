#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/accruals/accrual.hpp"
#include "domain/deals/terms.hpp"
#include "domain/events/event_type.hpp"

namespace fairlead::commission {

constexpr std::string_view Name(TierBy by) { return kTierByNames[static_cast<std::size_t>(by)]; }

// The steps of an explanation that belong to rules of docs/commission.md §6. Only deals with these rules have them.
// calculation_steps.hpp says how a step is built. Amounts are in `currency`.
namespace step {

// The activity of the period that the deal looks at, before and after the event. Counts that it does not look at are
// missing.
struct ActivityCounted {
    static constexpr std::string_view kRule = "activityCounted";
    Period period;
    std::optional<std::int64_t> new_depositors_before = {};
    std::optional<std::int64_t> new_depositors_after = {};
    std::optional<std::int64_t> qualified_players_before = {};
    std::optional<std::int64_t> qualified_players_after = {};
    std::optional<std::int64_t> active_players_before = {};
    std::optional<std::int64_t> active_players_after = {};
    std::optional<Decimal> deposits_before = {};
    std::optional<Decimal> deposits_after = {};
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("period", period);
        field("newDepositorsBefore", new_depositors_before);
        field("newDepositorsAfter", new_depositors_after);
        field("qualifiedPlayersBefore", qualified_players_before);
        field("qualifiedPlayersAfter", qualified_players_after);
        field("activePlayersBefore", active_players_before);
        field("activePlayersAfter", active_players_after);
        field("depositsBefore", deposits_before);
        field("depositsAfter", deposits_after);
        field("currency", currency);
    }
    bool operator==(const ActivityCounted&) const = default;
};

// What is missing to the next tier.
struct NextTier {
    static constexpr std::string_view kRule = "nextTier";
    TierBy missing_of = TierBy::kBase;
    Decimal missing;
    Decimal rate;  // Of the next tier, in percent.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("missingOf", missing_of);
        field("missing", missing);
        field("rate", rate);
        field("currency", currency);
    }
    bool operator==(const NextTier&) const = default;
};

// The activity that the deal requires is missing.
struct ElseRateApplied {
    static constexpr std::string_view kRule = "elseRateApplied";
    TierBy missing_of = TierBy::kActivePlayers;
    Decimal needed;
    Decimal have;
    Decimal else_rate;  // In percent.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("missingOf", missing_of);
        field("needed", needed);
        field("have", have);
        field("elseRate", else_rate);
        field("currency", currency);
    }
    bool operator==(const ElseRateApplied&) const = default;
};

struct IntroRateApplied {
    static constexpr std::string_view kRule = "introRateApplied";
    Decimal rate;  // In percent.
    std::int64_t months = 0;

    void Fields(auto&& field) const {
        field("rate", rate);
        field("months", months);
    }
    bool operator==(const IntroRateApplied&) const = default;
};

// What is taken from the revenue, before and after the event.
struct Deducted {
    static constexpr std::string_view kRule = "deducted";
    Decimal bonuses;
    Decimal bonus_percent;
    Decimal deposits;
    Decimal deposit_fee_percent;
    Decimal withdrawals;
    Decimal withdrawal_fee_percent;
    bool before_admin_fee = false;
    Decimal before;
    Decimal after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("bonuses", bonuses);
        field("bonusPercent", bonus_percent);
        field("deposits", deposits);
        field("depositFeePercent", deposit_fee_percent);
        field("withdrawals", withdrawals);
        field("withdrawalFeePercent", withdrawal_fee_percent);
        field("beforeAdminFee", before_admin_fee);
        field("deductedBefore", before);
        field("deductedAfter", after);
        field("currency", currency);
    }
    bool operator==(const Deducted&) const = default;
};

// The part of the base that comes from one product with a rate of its own.
struct ProductShare {
    static constexpr std::string_view kRule = "productShare";
    std::string product;
    Decimal before;
    Decimal after;
    std::optional<Decimal> rate;  // After the event. Nothing if it is that of the whole base.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("product", product);
        field("baseBefore", before);
        field("baseAfter", after);
        field("rate", rate);
        field("currency", currency);
    }
    bool operator==(const ProductShare&) const = default;
};

// The sum of deals that are counted together for their tiers.
struct PoolCounted {
    static constexpr std::string_view kRule = "poolCounted";
    std::string pool;
    std::optional<TierBy> measure = {};  // Nothing for the qualified players of CPA.
    std::optional<Decimal> before = {};
    Decimal after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("tierPool", pool);
        field("measure", measure);
        field("before", before);
        field("after", after);
        field("currency", currency);
    }
    bool operator==(const PoolCounted&) const = default;
};

// Versions of the deal with equal terms of a component, which share one state.
struct VersionsCounted {
    static constexpr std::string_view kRule = "versionsCounted";
    Component component = Component::kRevShare;
    std::vector<std::int32_t> versions;

    void Fields(auto&& field) const {
        field("component", component);
        field("versions", versions);
    }
    bool operator==(const VersionsCounted&) const = default;
};

// A late event that was computed on the state of its own period, which is closed.
struct OwnPeriodCounted {
    static constexpr std::string_view kRule = "ownMonthCounted";
    Period own;
    Period period;  // In which the amount is booked.

    void Fields(auto&& field) const {
        field("ownPeriod", own);
        field("period", period);
    }
    bool operator==(const OwnPeriodCounted&) const = default;
};

// An event of another brand changed the rate of the whole base.
struct BrandReRated {
    static constexpr std::string_view kRule = "brandReRated";
    std::string brand;  // Its name.
    Decimal base;
    std::optional<Decimal> rate_before;
    std::optional<Decimal> rate_after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("brand", brand);
        field("base", base);
        field("rateBefore", rate_before);
        field("rateAfter", rate_after);
        field("currency", currency);
    }
    bool operator==(const BrandReRated&) const = default;
};

// A part of what the event changed belongs to other brands, which have accruals of their own.
struct OtherBrandsReRated {
    static constexpr std::string_view kRule = "otherBrandsReRated";
    Decimal own;     // The part of the event's own brand: the amount of the accrual.
    Decimal others;  // The sum of the other accruals.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("own", own);
        field("others", others);
        field("currency", currency);
    }
    bool operator==(const OtherBrandsReRated&) const = default;
};

// The wagers of a product, or of all products without a rate of their own.
struct WagersMoved {
    static constexpr std::string_view kRule = "wagersMoved";
    Period period;
    std::string product;  // Empty for all without a rate of their own.
    Decimal before;
    Decimal after;
    Decimal rate;  // In percent.
    Decimal amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("period", period);
        field("product", product);
        field("wageredBefore", before);
        field("wageredAfter", after);
        field("rate", rate);
        field("amount", amount);
        field("currency", currency);
    }
    bool operator==(const WagersMoved&) const = default;
};

// Conditions of CPA besides the minimums of money.
struct ConditionsMet {
    static constexpr std::string_view kRule = "conditionsMet";
    std::int64_t bets = 0;
    std::int64_t min_bets = 0;
    bool kyc = false;  // Whether the player's identity had to be verified, and was.

    void Fields(auto&& field) const {
        field("bets", bets);
        field("minBets", min_bets);
        field("kycVerified", kyc);
    }
    bool operator==(const ConditionsMet&) const = default;
};

// The first deposit of a qualified player has grown.
struct FirstDepositGrew {
    static constexpr std::string_view kRule = "firstDepositGrew";
    Decimal first_deposit;
    Decimal price_before;
    Decimal price_after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("firstDeposit", first_deposit);
        field("priceBefore", price_before);
        field("priceAfter", price_after);
        field("currency", currency);
    }
    bool operator==(const FirstDepositGrew&) const = default;
};

// The player excluded itself or was blocked before its CPA was payable.
struct PlayerExcluded {
    static constexpr std::string_view kRule = "playerExcluded";
    events::EventType type = events::EventType::kSelfExclusion;
    Decimal earned;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("eventType", type);
        field("earned", earned);
        field("currency", currency);
    }
    bool operator==(const PlayerExcluded&) const = default;
};

// The operator reversed an accrual.
struct ReversedByHand {
    static constexpr std::string_view kRule = "reversedByHand";
    std::string reason;  // This and the actor are empty if the reader may not see them.
    std::string actor;

    void Fields(auto&& field) const {
        field("reason", reason);
        field("actor", actor);
    }
    bool operator==(const ReversedByHand&) const = default;
};

}  // namespace step
}  // namespace fairlead::commission
