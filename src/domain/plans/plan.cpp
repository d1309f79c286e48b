#include "domain/plans/plan.hpp"

#include <algorithm>
#include <tuple>

#include "base/missing_reference.hpp"

namespace fairlead::commission {
namespace {

void Insert(std::vector<Period>& periods, Period period) {
    const auto place = std::ranges::lower_bound(periods, period);
    if (place == periods.end() || *place != period) periods.insert(place, period);
}

bool Has(const std::vector<Period>& periods, Period period) { return std::ranges::binary_search(periods, period); }

// The order of deals that fit. The greatest is chosen.
auto Rank(const Deal& deal) { return std::tuple(deal.scope.dimensions(), deal.created_at, deal.id); }

}  // namespace

void Plan::Apply(const Change& change) {
    std::visit([this](const auto& one) { Add(one); }, change);
}

void Plan::Add(const OperatorChanged& change) {
    zone_ = change.time_zone;
    time_zone_name_ = change.time_zone_name;
    base_currency_ = change.base_currency;
    later_settings_ = change.later;
    min_payout_ = change.min_payout;
    suspended_earn_ = change.suspended_earn;
}

void Plan::Add(const BrandChanged& change) {
    ngr_modes_[change.brand] = change.ngr_mode;
    if (change.ngr_mode != catalogue::NgrMode::kDelta) totals_.insert(change.brand);
}

void Plan::Add(const AffiliateChanged& change) {
    AffiliatePlan& own = affiliates_[change.affiliate];
    const bool stays_suspended = own.suspended.value_or(false);
    own = {change.deals,
           change.parent,
           change.min_payout,
           change.suspended,
           change.approved_at,
           change.payout_currency,
           stays_suspended ? own.suspended_after : change.last_event};
    if (change.suspended.value_or(false)) {
        suspended_.insert(change.affiliate);
    } else {
        suspended_.erase(change.affiliate);
    }
}

void Plan::Add(const DealChanged& change) {
    Deal& deal = deals_[change.deal.id];
    auto versions = std::move(deal.versions);
    deal = change.deal;
    deal.versions = std::move(versions);
    if (deal.is_default) {
        default_deal_ = deal.id;
    } else if (default_deal_ == deal.id) {
        default_deal_.reset();
    }
}

void Plan::Add(const DealVersionAdded& change) {
    Deal& deal = deals_[change.deal];
    // `verify` also reads damaged records. A version of a missing deal can still be found by the deal's id, and a
    // second version with the same number does not replace the first.
    deal.id = change.deal;
    if (deal.Version(change.version.number) == nullptr) deal.versions.push_back(change.version);
    const auto& share = change.version.terms.rev_share;
    const ActivityParts needed = share ? PartsIn(*share) : ActivityParts();
    if (needed.any()) activity_[change.deal] = activity_[change.deal] | needed;
    if (share && share->inactive_after_months) {
        inactivity_since_.try_emplace(change.deal, change.version.created_at);
    }
}

void Plan::Add(const DealVersionWithdrawn& change) {
    auto& versions = deals_[change.deal].versions;
    const auto index = static_cast<std::size_t>(change.version) - 1;
    if (index < versions.size()) versions[index].withdrawn_at = change.at;
}

void Plan::Add(const RateSet& change) {
    const DatedRate& set = change.rate;
    rates_[{set.from, set.to}].insert_or_assign(set.date, set.rate);
}

void Plan::Add(const PeriodClosed& change) {
    Insert(change.affiliate ? closed_[*change.affiliate] : closed_for_all_, change.period);
}

catalogue::NgrMode Plan::NgrModeOf(BrandId brand) const {
    const auto mode = ngr_modes_.find(brand);
    return mode == ngr_modes_.end() ? catalogue::NgrMode::kDelta : mode->second;
}

std::vector<const Deal*> Plan::PoolOf(const Deal& deal) const {
    if (deal.tier_pool.empty()) return {&deal};
    std::vector<const Deal*> pool;
    for (const auto& [id, each] : deals_) {
        if (each.tier_pool == deal.tier_pool) pool.push_back(&each);
    }
    return pool;
}

const StatementCalendar& Plan::CalendarOf(AffiliateId affiliate) const {
    static const StatementCalendar kMonths;
    if (calendars_.empty()) return kMonths;
    const auto found = calendars_.find(affiliate);
    return found == calendars_.end() ? kMonths : found->second;
}

Period Plan::PeriodOf(AffiliateId affiliate, Timestamp time) const {
    return CalendarOf(affiliate).PeriodOn(zone_.DateOf(time));
}

Timestamp Plan::BeginOf(AffiliateId affiliate, Period period) const {
    return zone_.StartOf(CalendarOf(affiliate).FirstDayOf(period));
}

Timestamp Plan::EndOf(Period period) const { return {zone_.StartOf({period.LastDay().days + 1}).micros - 1}; }

Period Plan::StatePeriod(AffiliateId affiliate, const Deal& deal, Period own) const {
    return deal.late_events == LateEvents::kOwnPeriod ? own : OpenFrom(affiliate, own);
}

ActivityParts Plan::ActivityOf(DealId deal) const {
    if (activity_.empty()) return {};
    const auto parts_of = [&](DealId id) {
        const auto found = activity_.find(id);
        return found == activity_.end() ? ActivityParts() : found->second;
    };
    const Deal* known = FindDeal(deal);
    if (known == nullptr || known->tier_pool.empty()) return parts_of(deal);
    ActivityParts parts;
    for (const Deal* each : PoolOf(*known)) parts = parts | parts_of(each->id);
    return parts;
}

std::optional<Decimal> Plan::IntroRateOf(AffiliateId affiliate, Period period, const RevShareTerms& terms) const {
    if (!terms.intro) return std::nullopt;
    const auto* own = FindAffiliate(affiliate);
    if (own == nullptr || !own->approved_at) return std::nullopt;
    const std::int32_t month = period.Month().number - zone_.MonthOf(*own->approved_at).number;
    return month >= 0 && month < terms.intro->months ? std::optional(terms.intro->rate) : std::nullopt;
}

const Plan::AffiliatePlan* Plan::FindAffiliate(AffiliateId affiliate) const {
    const auto found = affiliates_.find(affiliate);
    return found == affiliates_.end() ? nullptr : &found->second;
}

bool Plan::EarnsNothing(AffiliateId affiliate) const {
    if (suspended_.empty() || suspended_earn_ || rules_ < kRulesOfSuspension) return false;
    return suspended_.contains(affiliate);
}

bool Plan::EarnsNothing(AffiliateId affiliate, std::int64_t event) const {
    return EarnsNothing(affiliate) && event > affiliates_.at(affiliate).suspended_after;
}

std::optional<Timestamp> Plan::LooksForActivitySince(DealId deal) const {
    const auto found = inactivity_since_.find(deal);
    return found == inactivity_since_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<AffiliateId> Plan::WithoutStatus() const {
    std::vector<AffiliateId> ids;
    for (const auto& [id, affiliate] : affiliates_) {
        if (!affiliate.suspended) ids.push_back(id);
    }
    std::ranges::sort(ids);
    return ids;
}

const Deal* Plan::FindDeal(DealId deal) const {
    const auto found = deals_.find(deal);
    return found == deals_.end() ? nullptr : &found->second;
}

const Deal& Plan::KnownDeal(DealId id) const {
    const Deal* deal = FindDeal(id);
    if (deal == nullptr) throw MissingReference("the plan has no deal with a recorded id");
    return *deal;
}

ChosenDeal Plan::KnownVersion(DealId id, std::int32_t number) const {
    const Deal& deal = KnownDeal(id);
    const DealVersion* version = deal.Version(number);
    if (version == nullptr) throw MissingReference("the deal has no version with a recorded number");
    return {&deal, version};
}

std::vector<const Deal*> Plan::DealsOf(AffiliateId affiliate) const {
    std::vector<const Deal*> deals;
    const auto* own = FindAffiliate(affiliate);
    const auto add = [&](DealId id) {
        const Deal* deal = FindDeal(id);
        if (deal != nullptr && std::ranges::find(deals, deal) == deals.end()) deals.push_back(deal);
    };
    if (own != nullptr) std::ranges::for_each(own->deals, add);
    if (deals.empty() && default_deal_) add(*default_deal_);
    return deals;
}

std::optional<Period> Plan::FeeMonthIn(AffiliateId affiliate, Period period) const {
    return EarnsNothing(affiliate) ? std::nullopt : CalendarOf(affiliate).MonthEndingIn(period);
}

bool Plan::HasFixedFee(AffiliateId affiliate, Period period) const {
    const auto month = FeeMonthIn(affiliate, period);
    return month && std::ranges::any_of(DealsOf(affiliate), [&](const Deal* deal) {
               const auto* version = deal->VersionOn(month->LastDay());
               return version != nullptr && version->terms.fixed_monthly;
           });
}

Decimal Plan::MinPayoutOf(AffiliateId affiliate) const {
    const auto* own = FindAffiliate(affiliate);
    return own != nullptr && own->min_payout ? *own->min_payout : min_payout_;
}

ChosenDeal Plan::Choose(AffiliateId affiliate, BrandId brand, std::string_view country, Date day) const {
    ChosenDeal chosen;
    for (const Deal* deal : DealsOf(affiliate)) {
        if (!deal->scope.Fits(brand, country)) continue;
        const DealVersion* version = deal->VersionOn(day);
        if (version == nullptr) continue;
        if (chosen.deal == nullptr || Rank(*chosen.deal) < Rank(*deal)) chosen = {deal, version};
    }
    return chosen;
}

std::optional<FoundRate> Plan::RateOn(Currency from, Currency to, Date day) const {
    const auto pair = rates_.find({from, to});
    if (pair == rates_.end()) return std::nullopt;
    const auto after = pair->second.upper_bound(day);
    if (after == pair->second.begin()) return std::nullopt;
    const auto& [date, rate] = *std::prev(after);
    return FoundRate{date, rate};
}

std::size_t Plan::RateCount() const {
    std::size_t count = 0;
    for (const auto& [pair, by_date] : rates_) count += by_date.size();
    return count;
}

std::optional<Date> Plan::FirstRateDay(Currency from, Currency to) const {
    const auto pair = rates_.find({from, to});
    return pair == rates_.end() ? std::nullopt : std::optional(pair->second.begin()->first);
}

bool Plan::IsClosedForAll(Period period) const { return Has(closed_for_all_, period); }

bool Plan::IsClosed(AffiliateId affiliate, Period period) const {
    if (IsClosedForAll(period)) return true;
    const auto own = closed_.find(affiliate);
    return own != closed_.end() && Has(own->second, period);
}

Period Plan::OpenFrom(AffiliateId affiliate, Period period) const {
    const StatementCalendar& calendar = CalendarOf(affiliate);
    while (IsClosed(affiliate, period)) period = calendar.After(period);
    return period;
}

std::optional<Period> Plan::LastClosed(AffiliateId affiliate) const {
    const StatementCalendar& calendar = CalendarOf(affiliate);
    std::optional<Period> last;
    const auto look_at = [&](const std::vector<Period>& closed) {
        for (const Period& each : closed) {
            if (calendar.Has(each)) last = std::max(last, std::optional(each));
        }
    };
    look_at(closed_for_all_);
    const auto own = closed_.find(affiliate);
    if (own != closed_.end()) look_at(own->second);
    return last;
}

}  // namespace fairlead::commission
