#include "domain/explanation/explain.hpp"

#include <algorithm>

#include "base/number/percent.hpp"
#include "domain/commission/rev_share.hpp"
#include "domain/explanation/rev_share_steps.hpp"

namespace fairlead::commission {
namespace {

// Explains one accrual.
class AccrualExplainer {
public:
    explicit AccrualExplainer(const ExplainedAccrual& explained)
        : explained_(explained),
          accrual_(*explained.accrual),
          version_(explained.deal->Version(accrual_.version)),
          currency_(accrual_.amount.currency) {}

    MoneyExplanation Explain() {
        AddOutcome();
        AddEvent();
        AddDeal();
        if (explained_.waits_from) {
            AddWaiting();
        } else {
            AddConversion();
            AddCalculation();
            AddTiming();
        }
        return std::move(made_);
    }

private:
    void Add(Step step) { made_.steps.push_back(std::move(step)); }
    void Show(std::string_view name, Decimal value) { made_.figures.push_back({name, value}); }
    void Show(std::string_view name, std::int64_t value) { made_.figures.push_back({name, value}); }
    void Show(std::string_view name, std::string value) { made_.figures.push_back({name, std::move(value)}); }

    void ShowOutcome(Decimal before, Decimal after) {
        Show("earnedBefore", before);
        Show("earnedAfter", after);
        Show("amount", accrual_.amount.amount);
    }

    Gain GainOf() const {
        if (explained_.waits_from) return Gain::kPending;
        if (accrual_.reason == Reason::kCapped) return Gain::kNothing;
        return accrual_.amount.amount.IsNegative() ? Gain::kLost : Gain::kEarned;
    }

    void AddOutcome() {
        Add(step::Outcome{GainOf(), explained_.affiliate_name, accrual_.component, accrual_.period,
                          accrual_.amount.amount, currency_});
    }

    void AddEvent() {
        if (explained_.event == nullptr) return;
        const events::Event& event = *explained_.event;
        Add(step::FromEvent{event.type, event.money, event.player_ref, explained_.brand_name, event.time});
        if (explained_.ngr_delta && event.money) {
            Add(step::TotalReceived{{*explained_.ngr_delta, event.money->currency}});
        }
    }

    void AddDeal() {
        const Deal& deal = *explained_.deal;
        Add(step::DealApplied{deal.id, deal.name, accrual_.version,
                              version_ != nullptr ? version_->effective_from : std::nullopt, WhichVersion(deal)});
    }

    VersionRule WhichVersion(const Deal& deal) const {
        if (accrual_.component == Component::kFixedMonthly) return VersionRule::kLastDayOfMonth;
        if (accrual_.component == Component::kSubAffiliate) return VersionRule::kEventDay;
        return VersionRuleOf(deal, version_, explained_.registered_at, *explained_.zone);
    }

    void AddWaiting() {
        made_.formula = "waits for an exchange rate";
        const Date date = Date::OfUtc(accrual_.event_time);
        step::Waiting waiting{.from = *explained_.waits_from, .to = currency_, .date = date};
        Show("from", std::string(waiting.from.code()));
        Show("to", std::string(waiting.to.code()));
        Show("date", date.ToString());
        if (explained_.rate) {
            waiting.rate = explained_.rate->rate.ToString();
            waiting.rate_date = explained_.rate->date;
            waiting.waits_for =
                IsBeyondLimit(*explained_.rate) ? step::WaitsFor::kAnotherRate : step::WaitsFor::kProcessing;
            Show("rate", waiting.rate);
        }
        Add(std::move(waiting));
    }

    // Whether the converted amount would be too large.
    bool IsBeyondLimit(const FoundRate& found) const {
        Decimal amount;
        if (explained_.child != nullptr) {
            amount = explained_.child->amount.amount;
        } else if (explained_.event != nullptr && explained_.event->money) {
            amount = explained_.ngr_delta.value_or(explained_.event->money->amount);
        }
        return !found.rate.ConvertWithin(amount, kConvertedMax);
    }

    void AddConversion() {
        if (!accrual_.conversion || accrual_.conversion->rate_text.empty()) return;
        Add(step::Converted{*accrual_.conversion, currency_});
    }

    void AddCalculation() {
        if (accrual_.reason == Reason::kReversed) return AddReversal();
        if (accrual_.reverses) Add(step::TakenBack{});
        switch (accrual_.component) {
            case Component::kRevShare: return AddRevShare();
            case Component::kCpa: return AddCpa();
            case Component::kSubAffiliate: return AddShare();
            case Component::kCpl: return AddFixedPrice("amount per registration");
            case Component::kFixedMonthly: return AddFixedPrice("amount per month");
            case Component::kTurnover: return AddTurnover();
        }
    }

    void AddReversal() {
        made_.formula = "minus what was earned";
        ShowOutcome(-accrual_.amount.amount, Decimal());
        Add(step::ReversedByHand{explained_.reversal_reason, explained_.reversal_actor});
    }

    void AddTurnover() {
        if (!accrual_.turnover) return;
        const TurnoverSeen& seen = *accrual_.turnover;
        const Decimal rate = accrual_.rate.value_or(Decimal());
        made_.formula = "earned = wagers x rate / 100";
        Show("wageredBefore", seen.before);
        Show("wageredAfter", seen.after);
        Show("rate", rate);
        ShowOutcome(Percent(seen.before, rate), Percent(seen.after, rate));
        Add(step::WagersMoved{StatePeriod(), seen.product, seen.before, seen.after, rate, accrual_.amount.amount,
                              currency_});
    }

    void AddFixedPrice(std::string formula) {
        made_.formula = std::move(formula);
        const Decimal amount = accrual_.amount.amount;
        const Decimal price = accrual_.rate.value_or(amount);
        Show("price", price);
        ShowOutcome(amount.IsNegative() ? -amount : Decimal(), amount.IsNegative() ? Decimal() : amount);
        Add(step::FixedPrice{accrual_.component, price, currency_});
    }

    void AddRevShare() {
        if (!accrual_.rev_share || version_ == nullptr || !version_->terms.rev_share) return;
        const RevShareTerms& terms = *version_->terms.rev_share;
        const RevShareSums sums_before = accrual_.rev_share->CountedBefore();
        const RevShareSums sums_after = accrual_.rev_share->CountedAfter();
        const step::EarnedBase before = EarnedBaseOf(terms, sums_before, accrual_.rev_share->input_before);
        const step::EarnedBase after = EarnedBaseOf(terms, sums_after, accrual_.rev_share->input_after);
        made_.formula = terms.tier_mode == TierMode::kWhole || terms.tiers.empty()
                            ? "base = ngr x (100 - adminFeePercent) / 100 - chargebacks; earned = base x rate / 100"
                            : "base = ngr x (100 - adminFeePercent) / 100 - chargebacks; earned = the sum of each "
                              "slice of the base x its rate / 100";
        Show("adminFeePercent", terms.admin_fee_percent);
        Show("ngrBefore", RevenueOf(sums_before).ngr);
        Show("ngrAfter", RevenueOf(sums_after).ngr);
        Show("chargebacksBefore", sums_before.chargebacks);
        Show("chargebacksAfter", sums_after.chargebacks);
        Show("baseBefore", before.base);
        Show("baseAfter", after.base);
        if (before.rate) Show("rateBefore", *before.rate);
        if (after.rate) Show("rateAfter", *after.rate);
        ShowOutcome(before.earned, after.earned);
        Add(step::RevenueMoved{StatePeriod(), RevenueOf(sums_before), RevenueOf(sums_after), currency_});
        AddSharedVersions();
        Add(step::BaseMoved{terms.admin_fee_percent, before.base, after.base, currency_});
        Add(step::ShareEarned{before, after, after.earned - before.earned, currency_});
        const Decimal others = after.earned - before.earned - accrual_.amount.amount;
        if (!others.IsZero() && !accrual_.rev_share->re_rated_base) {
            Add(step::OtherBrandsReRated{accrual_.amount.amount, others, currency_});
        }
        const ShareWords words{explained_.brand_name, explained_.deal->tier_pool, StatePeriod()};
        for (Step& each : RevShareRuleSteps(terms, accrual_, words)) Add(std::move(each));
        const bool plain = terms.tier_by == TierBy::kBase && terms.rate_by_product.empty() && !terms.needs &&
                           !accrual_.rev_share->input_after.pooled;
        if (plain && !accrual_.rev_share->re_rated_base) AddTierCrossed(terms, before, after);
    }

    void AddSharedVersions() {
        if (explained_.shared_versions.empty()) return;
        Add(step::VersionsCounted{accrual_.component, explained_.shared_versions});
    }

    Period PeriodAt(Timestamp time) const { return explained_.calendar.PeriodOn(explained_.zone->DateOf(time)); }

    // The period whose state the accrual has moved.
    Period StatePeriod() const {
        const bool own = explained_.deal->late_events == LateEvents::kOwnPeriod;
        return own ? PeriodAt(accrual_.event_time) : accrual_.period;
    }

    // The revenue of all products.
    static RevShareSums RevenueOf(const RevShareSums& sums) {
        RevShareSums revenue{sums.ngr, sums.chargebacks};
        for (const ProductSum& each : sums.products) revenue.ngr += each.sum;
        return revenue;
    }

    static step::EarnedBase EarnedBaseOf(const RevShareTerms& terms, const RevShareSums& sums, const RateInput& input) {
        const EarnedShare share = ShareOf(terms, sums, input);
        return {share.base, share.rate, share.earned};
    }

    // The tier of the last slice of the base. Null below the first tier.
    const RevShareTier* TierAt(const RevShareTerms& terms, Decimal base) const {
        const RevShareTier* reached = nullptr;
        const int digits = accrual_.rev_share->input_after.digits.value_or(Decimal::kFractionDigits);
        for (const RevShareTier& tier : terms.tiers) {
            const bool in =
                terms.tier_mode == TierMode::kWhole ? base.RoundedTo(digits) >= tier.from : base > tier.from;
            if (in && !base.IsNegative()) reached = &tier;
        }
        return reached;
    }

    void AddTierCrossed(const RevShareTerms& terms, const step::EarnedBase& before, const step::EarnedBase& after) {
        const RevShareTier* left = TierAt(terms, before.base);
        const RevShareTier* reached = TierAt(terms, after.base);
        const bool up = before.base < after.base;
        step::TierCrossed crossed{.up = up,
                                  .mode = terms.tier_mode,
                                  .rate_before = left != nullptr ? left->rate : terms.rate,
                                  .rate_after = reached != nullptr ? reached->rate : terms.rate,
                                  .base_before = before.base,
                                  .currency = currency_};
        if (left == reached || crossed.rate_before == crossed.rate_after) return;
        crossed.threshold = (up ? reached : left)->from;
        if (terms.tier_mode == TierMode::kWhole) {
            crossed.re_rated_by = Percent(before.base, crossed.rate_after) - before.earned;
            crossed.own_amount = after.earned - before.earned - *crossed.re_rated_by;
        }
        Add(crossed);
    }

    void AddCpa() {
        const CpaTerms* terms = version_ != nullptr && version_->terms.cpa ? &*version_->terms.cpa : nullptr;
        if (accrual_.cpa) ShowCpa(*accrual_.cpa);
        switch (accrual_.reason) {
            case Reason::kEarned:
            case Reason::kCapped: return AddQualified(terms);
            case Reason::kReRated: return AddReRated(terms);
            case Reason::kClawback: return AddClawback(terms);
            case Reason::kExcluded: return AddExclusion();
            case Reason::kOpened:
            case Reason::kFollowed:
            case Reason::kReversed:
            case Reason::kReassigned:
                made_.formula = "minus what was earned";
                return ShowOutcome(-accrual_.amount.amount, Decimal());
        }
    }

    void ShowCpa(const CpaSeen& seen) {
        // A re-rate depends only on the positions of the period.
        if (accrual_.reason != Reason::kReRated) {
            Show("firstDeposit", seen.first_deposit);
            Show("deposits", seen.deposits);
            Show("wagered", seen.wagered);
        }
        Show("month", seen.period.ToString());
        Show("position", seen.position);
        Show("pricedBy", std::string(Name(seen.priced_by)));
    }

    void AddQualified(const CpaTerms* terms) {
        made_.formula = "the price of a qualified player";
        const Decimal amount = accrual_.amount.amount;
        if (terms != nullptr && accrual_.cpa) {
            Show("minFirstDeposit", terms->min_first_deposit);
            Show("minTotalDeposits", terms->min_total_deposits);
            Show("minWagered", terms->min_wagered);
            if (terms->monthly_cap) Show("monthlyCap", *terms->monthly_cap);
            const CpaSeen& seen = *accrual_.cpa;
            Add(step::Qualified{seen.first_deposit, terms->min_first_deposit, seen.deposits, terms->min_total_deposits,
                                seen.wagered, terms->min_wagered, currency_});
            if (terms->min_bets > 0 || terms->requires_kyc) {
                Add(step::ConditionsMet{seen.bets, terms->min_bets, terms->requires_kyc && seen.kyc});
            }
            Add(step::PlayerPriced{seen.position, seen.period, seen.priced_by, amount, terms->monthly_cap, currency_});
            AddSharedVersions();
            if (seen.pool_players > 0) {
                Add(step::PoolCounted{.pool = explained_.deal->tier_pool,
                                      .after = Decimal::FromInteger(seen.pool_players),
                                      .currency = currency_});
            }
        }
        ShowOutcome(Decimal(), amount);
        if (explained_.re_rating) {
            const ReRating& others = *explained_.re_rating;
            Add(step::PlayerTierCrossed{ThresholdOf(terms, others.price), others.price, others.players, others.amount,
                                        currency_});
        }
    }

    void AddReRated(const CpaTerms* terms) {
        made_.formula = "new price - old price";
        const Decimal price = accrual_.rate.value_or(Decimal());
        ShowOutcome(price - accrual_.amount.amount, price);
        // Terms with amounts by first deposit have no tiers, so the player's own first deposit has grown.
        if (terms != nullptr && !terms->amount_by_first_deposit.empty() && accrual_.cpa) {
            return Add(
                step::FirstDepositGrew{accrual_.cpa->first_deposit, price - accrual_.amount.amount, price, currency_});
        }
        Add(step::PlayerReRated{ThresholdOf(terms, price), price - accrual_.amount.amount, price, currency_});
    }

    // The tier with this price. Nothing if several have it.
    static std::optional<std::int64_t> ThresholdOf(const CpaTerms* terms, Decimal price) {
        if (terms == nullptr || std::ranges::count(terms->tiers, price, &CpaTier::amount) != 1) return std::nullopt;
        return std::ranges::find(terms->tiers, price, &CpaTier::amount)->from;
    }

    void AddClawback(const CpaTerms* terms) {
        made_.formula = "minus what was earned for the player";
        const Decimal earned = -accrual_.amount.amount;
        ShowOutcome(earned, Decimal());
        step::ClawedBack clawed_back{.earned = earned, .currency = currency_};
        if (terms != nullptr) clawed_back.clawback = terms->clawback;
        if (terms != nullptr && terms->clawback != Clawback::kAlways && accrual_.cpa) {
            clawed_back.deposits = accrual_.cpa->deposits;
            clawed_back.needed = std::max(terms->min_first_deposit, terms->min_total_deposits);
            Show("needed", *clawed_back.needed);
        }
        Add(clawed_back);
    }

    void AddExclusion() {
        made_.formula = "minus what was earned for the player";
        const Decimal earned = -accrual_.amount.amount;
        ShowOutcome(earned, Decimal());
        const auto type = explained_.event != nullptr ? explained_.event->type : events::EventType::kSelfExclusion;
        Add(step::PlayerExcluded{type, earned, currency_});
    }

    void AddShare() {
        made_.formula = "the sub-affiliate's amount x percent / 100";
        step::SubAffiliateShare share{.percent = accrual_.rate.value_or(Decimal()),
                                      .base = accrual_.base.value_or(Decimal()),
                                      .amount = accrual_.amount.amount,
                                      .currency = currency_};
        Show("base", share.base);
        Show("percent", share.percent);
        ShowOutcome(Decimal(), share.amount);
        if (accrual_.reason == Reason::kFollowed && !accrual_.source) {
            const Date last_day = explained_.zone->DateOf(accrual_.event_time);
            return Add(step::StatementFollowed{explained_.followed, last_day, share.base, share.percent, share.amount,
                                               currency_});
        }
        if (explained_.child != nullptr) {
            share.sub_affiliate = explained_.child_name;
            share.component = explained_.child->component;
            share.earned = explained_.child->amount;
        }
        Add(std::move(share));
    }

    void AddTiming() {
        const bool later = accrual_.payable_from && *accrual_.payable_from != accrual_.event_time;
        if (later && !accrual_.amount.amount.IsZero()) Add(step::PayableLater{*accrual_.payable_from});
        if (accrual_.late) {
            // The closed period is that of the event, or the one in which the amount would have been payable.
            const Period own = PeriodAt(accrual_.payable_from.value_or(accrual_.event_time));
            const Period of_event = PeriodAt(accrual_.event_time);
            const bool own_period = explained_.deal->late_events == LateEvents::kOwnPeriod &&
                                    accrual_.component != Component::kSubAffiliate && of_event != accrual_.period;
            if (own_period) return Add(step::OwnPeriodCounted{of_event, accrual_.period});
            Add(step::CountedLate{own == accrual_.period ? of_event : own, accrual_.period});
        }
    }

    const ExplainedAccrual& explained_;
    const Accrual& accrual_;
    const DealVersion* version_;
    Currency currency_;
    MoneyExplanation made_;
};

}  // namespace

VersionRule VersionRuleOf(const Deal& deal, const DealVersion* version, std::optional<Timestamp> registered_at,
                          const TimeZone& zone) {
    if (deal.binding == Binding::kEvent) return VersionRule::kEventDay;
    const bool begins_later = version != nullptr && version->effective_from && registered_at &&
                              *version->effective_from > zone.DateOf(*registered_at);
    return begins_later ? VersionRule::kFirstVersion : VersionRule::kRegistrationDay;
}

MoneyExplanation ExplainMoney(const ExplainedAccrual& explained) { return AccrualExplainer(explained).Explain(); }

}  // namespace fairlead::commission
