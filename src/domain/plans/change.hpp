#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/deals/dated_rate.hpp"
#include "domain/deals/rules.hpp"
#include "domain/deals/terms.hpp"
#include "domain/outbox/subscription.hpp"
#include "domain/outbox/webhook.hpp"

namespace fairlead::commission {

// The recorded changes: everything other than an event that moves money. Plan applies them in their order.

struct OperatorChanged {
    std::string time_zone_name;  // Until the first of `later`, like the base currency.
    TimeZone time_zone;          // At every moment, including `later`.
    Currency base_currency = *Currency::Parse("EUR");
    Decimal min_payout;
    std::vector<catalogue::SettingsChange> later = {};
    bool suspended_earn = false;  // Whether suspended affiliates go on earning.
};

struct BrandChanged {
    BrandId brand;
    catalogue::NgrMode ngr_mode = catalogue::NgrMode::kDelta;
};

struct AffiliateChanged {
    AffiliateId affiliate;
    std::vector<DealId> deals;
    std::optional<AffiliateId> parent;
    std::optional<Decimal> min_payout;
    std::optional<bool> suspended;              // Nothing in changes of earlier releases, which did not record it.
    std::optional<Timestamp> approved_at = {};  // The same. Nothing also if the affiliate was never approved.
    std::optional<Currency> payout_currency = {};
    // The newest event when the change was recorded. 0 in changes of earlier releases.
    std::int64_t last_event = 0;
};

// From a day on, statements of the affiliate have periods of another kind (docs/commission.md §6.12).
struct StatementPeriodChanged {
    AffiliateId affiliate;
    PeriodKind kind = PeriodKind::kMonth;
    std::optional<Date> from;  // Nothing: always.
};

// A deal without its versions, which stay as they are.
struct DealChanged {
    Deal deal;
};

struct DealVersionAdded {
    DealId deal;
    DealVersion version;
};

// A version that was withdrawn before it started.
struct DealVersionWithdrawn {
    DealId deal;
    std::int32_t version = 0;
    Timestamp at;
};

struct RateSet {
    DatedRate rate;
};

// A period that takes no more accruals: for one affiliate, or for all affiliates including future ones. Affiliates with
// periods of another kind are not affected.
struct PeriodClosed {
    std::optional<AffiliateId> affiliate;
    Period period;
};

// A player was given to another affiliate by hand, or was made organic.
struct PlayerReassigned {
    PlayerId player;
    std::optional<AffiliateId> before;
    std::optional<AffiliateId> after;
};

// The first `count` unpriced accruals with a known exchange rate were processed.
struct UnpricedResolved {
    std::int64_t count = 0;
};

struct Adjusted {
    AdjustmentId id;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
    std::optional<AdjustmentId> reverses;  // The adjustment that this one takes back.
};

// Blocks of facts that a wrong clock had dated were moved back. No money moves, but later decisions see the new times.
struct ClockRepaired {
    Timestamp first_at;  // The times of the first and the last block after the repair.
    Timestamp last_at;
    std::int64_t ahead_micros = 0;
};

// From here on, totals of NGR are kept per product. Before, the totals of all products replaced each other.
struct NgrKeptByProduct {};

// From here on, the rules with this number apply (rules.hpp).
struct RulesChanged {
    std::int32_t rules = kRulesNow;
};

// An accrual that the operator has reversed.
struct AccrualReversed {
    std::int64_t accrual = 0;  // Its number.
    std::optional<PlayerId> player;
    std::string reason;
    std::string actor;
};

// Which messages a postback gets from here on. It moves no money.
struct SubscriptionChanged {
    outbox::Subscription subscription;
};

// The same for a webhook.
struct WebhookChanged {
    outbox::WebhookSubscription subscription;
};

using Change =
    std::variant<OperatorChanged, BrandChanged, AffiliateChanged, DealChanged, DealVersionAdded, RateSet, PeriodClosed,
                 PlayerReassigned, UnpricedResolved, Adjusted, DealVersionWithdrawn, ClockRepaired, NgrKeptByProduct,
                 RulesChanged, AccrualReversed, SubscriptionChanged, WebhookChanged, StatementPeriodChanged>;

}  // namespace fairlead::commission
