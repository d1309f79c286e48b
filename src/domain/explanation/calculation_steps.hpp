#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "domain/accruals/accrual.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::commission {

// The steps of an explanation that are arithmetic. Each step is one rule with the values that it worked on. `Fields`
// names every value once: the API writes the values under these names, and TextOf (explanation.hpp) makes the English
// sentence from the same values. Amounts are in `currency`.

inline constexpr std::array<std::string_view, 6> kPricedByNames{"amount", "tier",         "country",
                                                                "cap",    "firstDeposit", "reversed"};
constexpr std::string_view Name(PricedBy by) { return kPricedByNames[static_cast<std::size_t>(by)]; }
constexpr std::string_view Name(TierMode mode) { return kTierModeNames[static_cast<std::size_t>(mode)]; }
constexpr std::string_view Name(Clawback clawback) { return kClawbackNames[static_cast<std::size_t>(clawback)]; }

// The effect of a tier for the whole period on players that qualified before.
struct ReRating {
    std::int64_t players = 0;
    Decimal amount;  // The sum over all of them.
    Decimal price;   // The new price of each.

    void Add(const Accrual& accrual) {
        ++players;
        amount += accrual.amount.amount;
        price = accrual.rate.value_or(Decimal());
    }
    bool operator==(const ReRating&) const = default;
};

namespace step {

// A registration, or a month, has one price.
struct FixedPrice {
    static constexpr std::string_view kRule = "fixedPrice";
    Component component = Component::kCpl;
    Decimal price;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("component", component);
        field("price", price);
        field("currency", currency);
    }
    bool operator==(const FixedPrice&) const = default;
};

struct RevenueMoved {
    static constexpr std::string_view kRule = "revenueMoved";
    Period period;
    RevShareSums before;
    RevShareSums after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("period", period);
        field("ngrBefore", before.ngr);
        field("ngrAfter", after.ngr);
        field("chargebacksBefore", before.chargebacks);
        field("chargebacksAfter", after.chargebacks);
        field("currency", currency);
    }
    bool operator==(const RevenueMoved&) const = default;
};

struct BaseMoved {
    static constexpr std::string_view kRule = "baseMoved";
    Decimal admin_fee_percent;
    Decimal before;
    Decimal after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("adminFeePercent", admin_fee_percent);
        field("baseBefore", before);
        field("baseAfter", after);
        field("currency", currency);
    }
    bool operator==(const BaseMoved&) const = default;
};

// The commission for a base, at one rate or at one rate per slice.
struct EarnedBase {
    Decimal base;
    std::optional<Decimal> rate;  // In percent. Nothing if each slice has its own rate.
    Decimal earned;

    bool operator==(const EarnedBase&) const = default;
};

struct ShareEarned {
    static constexpr std::string_view kRule = "shareEarned";
    EarnedBase before;
    EarnedBase after;
    Decimal amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("baseBefore", before.base);
        field("rateBefore", before.rate);
        field("earnedBefore", before.earned);
        field("baseAfter", after.base);
        field("rateAfter", after.rate);
        field("earnedAfter", after.earned);
        field("amount", amount);
        field("currency", currency);
    }
    bool operator==(const ShareEarned&) const = default;
};

// The base of RevShare crossed the start of a tier, upwards or downwards.
struct TierCrossed {
    static constexpr std::string_view kRule = "tierCrossed";
    bool up = true;
    TierMode mode = TierMode::kWhole;
    Decimal threshold;
    Decimal rate_before;  // In percent: for the whole period, or for the slice in which the base ended.
    Decimal rate_after;
    Decimal base_before;  // The base of the period before the event.
    // Only for a tier that counts for the whole period: how much more that base earns at the new rate, and what the
    // revenue of the event earns. Their sum is the amount.
    std::optional<Decimal> re_rated_by;
    std::optional<Decimal> own_amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("direction", std::string_view(up ? "up" : "down"));
        field("tierMode", mode);
        field("threshold", threshold);
        field("rateBefore", rate_before);
        field("rateAfter", rate_after);
        field("baseBefore", base_before);
        field("reRatedBy", re_rated_by);
        field("ownAmount", own_amount);
        field("currency", currency);
    }
    bool operator==(const TierCrossed&) const = default;
};

struct Qualified {
    static constexpr std::string_view kRule = "qualified";
    Decimal first_deposit;
    Decimal min_first_deposit;
    Decimal deposits;  // Less chargebacks.
    Decimal min_total_deposits;
    Decimal wagered;
    Decimal min_wagered;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("firstDeposit", first_deposit);
        field("minFirstDeposit", min_first_deposit);
        field("deposits", deposits);
        field("minTotalDeposits", min_total_deposits);
        field("wagered", wagered);
        field("minWagered", min_wagered);
        field("currency", currency);
    }
    bool operator==(const Qualified&) const = default;
};

struct PlayerPriced {
    static constexpr std::string_view kRule = "playerPriced";
    std::int64_t position = 0;
    Period period;
    PricedBy priced_by = PricedBy::kAmount;
    Decimal price;
    std::optional<std::int64_t> monthly_cap;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("position", position);
        field("month", period);
        field("pricedBy", priced_by);
        field("price", price);
        field("monthlyCap", monthly_cap);
        field("currency", currency);
    }
    bool operator==(const PlayerPriced&) const = default;
};

// The player reached a tier that counts for all players of the period.
struct PlayerTierCrossed {
    static constexpr std::string_view kRule = "playerTierCrossed";
    std::optional<std::int64_t> threshold;  // Nothing if several tiers have this price.
    Decimal price;
    std::int64_t players = 0;  // The players that qualified before and are re-rated.
    Decimal re_rated_by;       // The sum of their changes.
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("threshold", threshold);
        field("price", price);
        field("players", players);
        field("reRatedBy", re_rated_by);
        field("currency", currency);
    }
    bool operator==(const PlayerTierCrossed&) const = default;
};

// Another player reached a tier that counts for all players of the period.
struct PlayerReRated {
    static constexpr std::string_view kRule = "playerReRated";
    std::optional<std::int64_t> threshold;  // Nothing if several tiers have this price.
    Decimal price_before;
    Decimal price_after;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("threshold", threshold);
        field("priceBefore", price_before);
        field("priceAfter", price_after);
        field("currency", currency);
    }
    bool operator==(const PlayerReRated&) const = default;
};

struct ClawedBack {
    static constexpr std::string_view kRule = "clawedBack";
    Decimal earned;
    std::optional<Clawback> clawback;  // This and the next two are missing if the terms are unknown.
    std::optional<Decimal> deposits;   // Less chargebacks. Nothing if any chargeback takes the amount back.
    std::optional<Decimal> needed;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("earned", earned);
        field("clawback", clawback);
        field("deposits", deposits);
        field("needed", needed);
        field("currency", currency);
    }
    bool operator==(const ClawedBack&) const = default;
};

struct SubAffiliateShare {
    static constexpr std::string_view kRule = "subAffiliateShare";
    Decimal percent;
    std::string sub_affiliate;  // Its name. Empty if the reader may not see it.
    std::optional<Component> component;
    std::optional<Money> earned;  // The commission of the sub-affiliate.
    Decimal base;                 // The same amount in the currency of the share.
    Decimal amount;
    Currency currency = *Currency::Parse("EUR");

    void Fields(auto&& field) const {
        field("percent", percent);
        field("subAffiliate", sub_affiliate);
        field("component", component);
        field("earned", earned);
        field("base", base);
        field("amount", amount);
        field("currency", currency);
    }
    bool operator==(const SubAffiliateShare&) const = default;
};

}  // namespace step
}  // namespace fairlead::commission
