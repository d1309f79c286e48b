#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "domain/deals/activity.hpp"
#include "domain/outbox/subscriptions.hpp"
#include "domain/plans/change.hpp"
#include "domain/plans/statement_calendar.hpp"

namespace fairlead::commission {

// A deal and its version that applies.
struct ChosenDeal {
    const Deal* deal = nullptr;
    const DealVersion* version = nullptr;

    explicit operator bool() const { return version != nullptr; }
};

// An exchange rate, and its day: the requested day, or an earlier one.
struct FoundRate {
    Date date;
    ExchangeRate rate;
};

// The deals, exchange rates and closed periods at one moment of the record: the result of all changes up to it.
class Plan {
public:
    struct AffiliatePlan {
        std::vector<DealId> deals;
        std::optional<AffiliateId> parent;
        std::optional<Decimal> min_payout;
        std::optional<bool> suspended;  // Nothing if it is not recorded.
        std::optional<Timestamp> approved_at = {};
        std::optional<Currency> payout_currency = {};
        // The newest event from before the suspension.
        std::int64_t suspended_after = 0;
    };

    void Apply(const Change& change);

    const TimeZone& zone() const { return zone_; }
    Currency BaseCurrencyOn(Date day) const { return catalogue::BaseCurrencyOn(day, base_currency_, later_settings_); }
    // The settings as they were recorded.
    catalogue::DatedSettings settings() const { return {time_zone_name_, base_currency_, later_settings_}; }
    Decimal min_payout() const { return min_payout_; }
    catalogue::NgrMode NgrModeOf(BrandId brand) const;
    // Whether the brand sends totals now or has sent them before.
    bool HasSentTotals(BrandId brand) const { return totals_.contains(brand); }
    bool AnyTotals() const { return !totals_.empty(); }
    // Whether totals of NGR are kept per product.
    bool ngr_by_product() const { return ngr_by_product_; }
    // The number of the rules that apply now (rules.hpp).
    std::int32_t rules() const { return rules_; }
    // The deals that are counted together with the deal for its tiers, including itself.
    std::vector<const Deal*> PoolOf(const Deal& deal) const;
    // The statement periods of the affiliate.
    const StatementCalendar& CalendarOf(AffiliateId affiliate) const;
    Period PeriodOf(AffiliateId affiliate, Timestamp time) const;
    // The first moment of a period of the affiliate, and the last moment of any period.
    Timestamp BeginOf(AffiliateId affiliate, Period period) const;
    Timestamp EndOf(Period period) const;
    // Whether all affiliates have always had months.
    bool has_only_months() const { return calendars_.empty(); }
    // The period whose state an event of the period `own` changes: `own` itself if the deal computes late events in
    // their own period, otherwise the first open one from `own` on.
    Period StatePeriod(AffiliateId affiliate, const Deal& deal, Period own) const;
    // The activity that versions of the deal, or of its pool, look at.
    ActivityParts ActivityOf(DealId deal) const;
    // The rate that the affiliate earns at least in the period, if the terms have an introductory rate.
    std::optional<Decimal> IntroRateOf(AffiliateId affiliate, Period period, const RevShareTerms& terms) const;
    const AffiliatePlan* FindAffiliate(AffiliateId affiliate) const;
    const std::unordered_map<AffiliateId, AffiliatePlan>& affiliates() const { return affiliates_; }
    const Deal* FindDeal(DealId deal) const;
    // The deal or version that a player, an accrual or a statement refers to. Deals and versions are never deleted, so
    // a missing one means that the record is damaged. Throws MissingReference then, which ends the transaction.
    const Deal& KnownDeal(DealId id) const;
    ChosenDeal KnownVersion(DealId id, std::int32_t number) const;
    const std::map<DealId, Deal>& deals() const { return deals_; }
    // The affiliate's own deals, or the operator's default deal if it has none.
    std::vector<const Deal*> DealsOf(AffiliateId affiliate) const;
    // The affiliates that get no new players now.
    const std::unordered_set<AffiliateId>& suspended() const { return suspended_; }
    // Whether what is recorded now earns nothing, because the affiliate is suspended (docs/commission.md §6.13).
    bool EarnsNothing(AffiliateId affiliate) const;
    // The same for an event, which may have been recorded before the suspension: a player can arrive with its events.
    bool EarnsNothing(AffiliateId affiliate, std::int64_t event) const;
    bool suspended_earn() const { return suspended_earn_; }
    // The time since which versions of the deal depend on how long a player is inactive. Empty if no version does.
    std::optional<Timestamp> LooksForActivitySince(DealId deal) const;
    // The affiliates for which the record does not say whether they are suspended.
    std::vector<AffiliateId> WithoutStatus() const;
    // The month whose fixed fees are paid in the period, because it ends there. Nothing also if the affiliate is
    // suspended.
    std::optional<Period> FeeMonthIn(AffiliateId affiliate, Period period) const;
    // Whether one of its deals pays a fixed monthly fee in the period.
    bool HasFixedFee(AffiliateId affiliate, Period period) const;
    // The affiliate's minimum, else the operator's, in base currency.
    Decimal MinPayoutOf(AffiliateId affiliate) const;

    // Chooses the deal for a player among the affiliate's deals whose scope fits and that are in force on the day. A
    // scope with more dimensions wins, then the newer deal. The version is the one in force on the day.
    ChosenDeal Choose(AffiliateId affiliate, BrandId brand, std::string_view country, Date day) const;

    // The latest direct exchange rate on or before the day, or nothing. The currencies must differ.
    std::optional<FoundRate> RateOn(Currency from, Currency to, Date day) const;

    // The postbacks and webhooks that get messages now.
    const outbox::Subscriptions& subscriptions() const { return subscriptions_; }

    std::size_t RateCount() const;

    // The first day with a direct exchange rate.
    std::optional<Date> FirstRateDay(Currency from, Currency to) const;

    bool IsClosedForAll(Period period) const;
    bool IsClosed(AffiliateId affiliate, Period period) const;
    // The last of the affiliate's periods that is closed.
    std::optional<Period> LastClosed(AffiliateId affiliate) const;
    // The period itself, or the first later one that is open for the affiliate.
    Period OpenFrom(AffiliateId affiliate, Period period) const;

private:
    void Add(const OperatorChanged& change);
    void Add(const BrandChanged& change);
    void Add(const AffiliateChanged& change);
    void Add(const DealChanged& change);
    void Add(const DealVersionAdded& change);
    void Add(const DealVersionWithdrawn& change);
    void Add(const RateSet& change);
    void Add(const PeriodClosed& change);
    void Add(const PlayerReassigned&) {}
    void Add(const UnpricedResolved&) {}
    void Add(const Adjusted&) {}
    void Add(const ClockRepaired&) {}
    void Add(const NgrKeptByProduct&) { ngr_by_product_ = true; }
    void Add(const RulesChanged& change) { rules_ = change.rules; }
    void Add(const AccrualReversed&) {}
    void Add(const SubscriptionChanged& change) { subscriptions_.Put(change.subscription); }
    void Add(const WebhookChanged& change) { subscriptions_.Put(change.subscription); }
    void Add(const StatementPeriodChanged& change) { calendars_[change.affiliate].ChangeTo(change.kind, change.from); }

    using Pair = std::pair<Currency, Currency>;

    TimeZone zone_;
    std::string time_zone_name_ = "UTC";
    Currency base_currency_ = *Currency::Parse("EUR");
    std::vector<catalogue::SettingsChange> later_settings_;
    Decimal min_payout_;
    std::unordered_map<BrandId, catalogue::NgrMode> ngr_modes_;
    std::unordered_set<BrandId> totals_;
    bool ngr_by_product_ = false;
    std::int32_t rules_ = kFirstRules;
    std::unordered_map<DealId, ActivityParts> activity_;  // Only deals that look at activity.
    std::unordered_map<AffiliateId, AffiliatePlan> affiliates_;
    std::unordered_map<AffiliateId, StatementCalendar> calendars_;  // Only affiliates that have changed theirs.
    std::unordered_set<AffiliateId> suspended_;
    bool suspended_earn_ = false;
    std::unordered_map<DealId, Timestamp> inactivity_since_;  // Only deals that look at inactivity.
    std::map<DealId, Deal> deals_;
    std::optional<DealId> default_deal_;
    std::map<Pair, std::map<Date, ExchangeRate>> rates_;
    std::vector<Period> closed_for_all_;  // Sorted, like the vectors in `closed_`.
    std::unordered_map<AffiliateId, std::vector<Period>> closed_;
    outbox::Subscriptions subscriptions_;
};

}  // namespace fairlead::commission
