#include "domain/explanation/why.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "domain/commission/cpa_conditions.hpp"
#include "domain/explanation/counted_events.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::commission {
namespace {

Unpaid Nothing(UnpaidRule rule, Condition condition) {
    Unpaid unpaid{.rule = rule};
    unpaid.missing.push_back({.condition = condition});
    return unpaid;
}

class Answering {
public:
    Answering(const AskedPlayer& asked, const Terms& terms) : asked_(asked), terms_(terms) {}

    std::vector<Unpaid> Answer() {
        if (terms_.cpa) AnswerCpa(*terms_.cpa);
        const bool inactive = terms_.rev_share && terms_.rev_share->inactive_after_months && asked_.state.inactive;
        if (inactive) {
            AnswerInactive(*terms_.rev_share);
        } else if (terms_.rev_share && !IsAnswered(Component::kRevShare)) {
            AnswerRevShare(*terms_.rev_share);
        }
        if (terms_.cpl && !IsAnswered(Component::kCpl)) AnswerCpl(*terms_.cpl);
        if (terms_.turnover && !IsAnswered(Component::kTurnover)) {
            Add(Component::kTurnover, UnpaidRule::kNoWagers, {.condition = Condition::kWager});
        }
        return std::move(answers_);
    }

private:
    // Whether the component has paid, or has its answer because the operator reversed what it paid.
    bool IsAnswered(Component component) {
        if (HasPaid(component)) return true;
        if (!IsReversedByHand(component)) return false;
        Add(component, UnpaidRule::kReversedByHand, {.condition = Condition::kReversal});
        return true;
    }

    bool IsOf(const Accrual& accrual, Component component) const {
        return accrual.affiliate == asked_.player.affiliate && accrual.component == component;
    }

    // Whether the player's current affiliate has an accrual that nothing took back. The opposite of another accrual
    // pays nothing: it only gives back what a negative accrual took.
    bool HasPaid(Component component) const {
        return std::ranges::any_of(asked_.accruals, [&](const Accrual& accrual) {
            const bool opposite = accrual.reason == Reason::kReassigned || accrual.reason == Reason::kReversed;
            return IsOf(accrual, component) && accrual.amount.amount > Decimal() && !opposite && !IsReversed(accrual);
        });
    }

    // Whether the operator reversed what the player's current affiliate had earned. A reassignment since then has taken
    // back the reversal too. The reversal alone says so: the accrual that it names may be too old to be among them.
    bool IsReversedByHand(Component component) const {
        return std::ranges::any_of(asked_.accruals, [&](const Accrual& accrual) {
            return IsOf(accrual, component) && accrual.reason == Reason::kReversed &&
                   accrual.amount.amount.IsNegative() && !IsReversed(accrual);
        });
    }

    bool IsReversed(const Accrual& accrual) const {
        return std::ranges::any_of(asked_.accruals,
                                   [&](const Accrual& other) { return other.reverses == accrual.number; });
    }

    void Add(Component component, UnpaidRule rule, const Missing& missing) {
        Unpaid unpaid{.rule = rule};
        unpaid.missing.push_back(missing);
        Add(component, std::move(unpaid));
    }

    void Add(Component component, Unpaid unpaid) {
        unpaid.component = component;
        unpaid.waiting = WaitingFor(component);
        answers_.push_back(std::move(unpaid));
    }

    bool HasWaiting(Component component) const {
        return std::ranges::find(asked_.waiting, component, &UnpricedEvent::component) != asked_.waiting.end();
    }

    // The pairs of currencies that the component needs and that events wait for.
    std::vector<WaitingRate> WaitingFor(Component component) const {
        std::map<std::pair<Currency, Currency>, std::int64_t> counts;
        for (const UnpricedEvent& each : asked_.waiting) {
            if (each.component == component) ++counts[{each.from, each.to}];
        }
        std::vector<WaitingRate> rates;
        for (const auto& [pair, count] : counts) rates.push_back({pair.first, pair.second, count});
        return rates;
    }

    void AnswerCpa(const CpaTerms& terms) {
        switch (asked_.state.cpa) {
            case CpaStanding::kQualified: return AnswerQualified(terms);
            case CpaStanding::kClawedBack: return AnswerClawedBack(terms);
            case CpaStanding::kOpen: return AnswerOpen(terms);
        }
    }

    // Whether an accrual took the CPA back, and the operator has not reversed it.
    bool TookCpaBack(Reason reason) const {
        return std::ranges::any_of(asked_.accruals, [&](const Accrual& accrual) {
            return IsOf(accrual, Component::kCpa) && accrual.reason == reason && !IsReversed(accrual);
        });
    }

    void AnswerClawedBack(const CpaTerms& terms) {
        if (TookCpaBack(Reason::kExcluded)) return AnswerExcluded(terms);
        if (TookCpaBack(Reason::kClawback)) {
            return Add(Component::kCpa, UnpaidRule::kClawedBack, {.condition = Condition::kChargeback});
        }
        // The operator has reversed the clawback, or there was nothing to take back, as beyond the cap.
        AnswerQualified(terms);
    }

    void AnswerExcluded(const CpaTerms& terms) {
        const bool blocked = asked_.state.blocked || !terms.excludes_self_excluded;
        Add(Component::kCpa, UnpaidRule::kExcluded,
            {.condition = blocked ? Condition::kBlocked : Condition::kSelfExcluded});
    }

    // Whether the newest qualification was beyond the cap. Before it was given away and came back, the player may have
    // had another one, and an accrual of 0 is not reversed.
    bool IsCapped() const {
        const Accrual* newest = nullptr;
        for (const Accrual& accrual : asked_.accruals) {
            if (accrual.affiliate != asked_.player.affiliate || !accrual.IsQualification()) continue;
            if (newest == nullptr || accrual.number > newest->number) newest = &accrual;
        }
        return newest != nullptr && newest->reason == Reason::kCapped;
    }

    // CPA has paid for a qualified player, unless the price is 0 or the operator reversed it.
    void AnswerQualified(const CpaTerms& terms) {
        const bool capped = IsCapped();
        if (!capped && IsAnswered(Component::kCpa)) return;
        Unpaid unpaid{.rule = capped ? UnpaidRule::kCapped : UnpaidRule::kPaysNothing,
                      .position = asked_.state.cpa_position,
                      .period = asked_.state.cpa_period};
        if (capped) {
            unpaid.limit = terms.monthly_cap.value_or(0);
            unpaid.missing.push_back({.condition = Condition::kMonthlyCap,
                                      .needed = Decimal::FromInteger(*unpaid.limit),
                                      .have = Decimal::FromInteger(asked_.state.cpa_position)});
        } else {
            unpaid.missing.push_back(
                {.condition = Condition::kAmount, .needed = Decimal(), .currency = terms_.currency});
        }
        Add(Component::kCpa, std::move(unpaid));
    }

    void AnswerOpen(const CpaTerms& terms) {
        const bool excluded = (terms.excludes_self_excluded && asked_.state.self_excluded) ||
                              (terms.excludes_blocked && asked_.state.blocked);
        if (excluded) return AnswerExcluded(terms);
        Unpaid unpaid{.days_left = DaysLeft(terms)};
        if (terms.qualify_within_days) {
            unpaid.limit = *terms.qualify_within_days;
            unpaid.until = Deadline(terms);
        }
        AddFirstDeposit(terms, unpaid);
        const PlayerState& state = asked_.state;
        AddSum(Condition::kMinTotalDeposits, terms.min_total_deposits,
               state.deposits_in_time - state.chargebacks_in_time, unpaid);
        AddSum(Condition::kMinWagered, terms.min_wagered, state.wagered_in_time, unpaid);
        AddConditions(terms, unpaid);
        if (unpaid.missing.empty()) {
            // All minimums are met, but the player qualifies only with its next event.
            unpaid.missing.push_back({.condition = Condition::kEvent, .days_left = unpaid.days_left});
        }
        if (FirstDepositTooSmall(terms)) unpaid.rule = UnpaidRule::kCannotQualify;
        if (unpaid.until && *unpaid.until < asked_.now) unpaid.rule = UnpaidRule::kTimeExpired;
        Add(Component::kCpa, std::move(unpaid));
    }

    Decimal InMinorUnits(Decimal amount) const { return Compared(amount, ComparedDigits(*asked_.plan, terms_)); }

    void AddConditions(const CpaTerms& terms, Unpaid& unpaid) const {
        const PlayerState& state = asked_.state;
        if (state.bets_in_time < terms.min_bets) {
            unpaid.missing.push_back({.condition = Condition::kMinBets,
                                      .needed = Decimal::FromInteger(terms.min_bets),
                                      .have = Decimal::FromInteger(state.bets_in_time),
                                      .missing = Decimal::FromInteger(terms.min_bets - state.bets_in_time),
                                      .days_left = unpaid.days_left});
        }
        if (terms.requires_kyc && !state.kyc_in_time) {
            unpaid.missing.push_back({.condition = Condition::kKycVerified, .days_left = unpaid.days_left});
        }
    }

    bool FirstDepositTooSmall(const CpaTerms& terms) const {
        return asked_.state.first_deposit && InMinorUnits(*asked_.state.first_deposit) < terms.min_first_deposit &&
               !terms.first_deposit_window_hours;
    }

    void AddFirstDeposit(const CpaTerms& terms, Unpaid& unpaid) const {
        const auto& first = asked_.state.first_deposit;
        const Decimal needed = terms.min_first_deposit;
        if (first && InMinorUnits(*first) >= needed) return;
        unpaid.missing.push_back({.condition = Condition::kMinFirstDeposit,
                                  .needed = needed,
                                  .have = first.value_or(Decimal()),
                                  .missing = needed - first.value_or(Decimal()),
                                  .currency = terms_.currency,
                                  .days_left = unpaid.days_left,
                                  .reason = WhyNoFirstDeposit(terms),
                                  .deposits = first || asked_.has_first_deposit ? 0 : asked_.deposit_count,
                                  .events = CountedEvents(asked_, terms_, Condition::kMinFirstDeposit, first)});
    }

    FirstDepositReason WhyNoFirstDeposit(const CpaTerms& terms) const {
        if (asked_.state.first_deposit) return FirstDepositReason::kTooSmall;
        if (!asked_.has_first_deposit) {
            return asked_.deposit_count > 0 ? FirstDepositReason::kDepositOnly : FirstDepositReason::kNone;
        }
        const auto first = std::ranges::find(asked_.events, events::EventType::kFirstDeposit, &AskedEvent::type);
        const bool known = first != asked_.events.end();
        if (known ? first->waits : HasWaiting(Component::kCpa)) return FirstDepositReason::kWaitsForRate;
        const auto deadline = Deadline(terms);
        if (known && deadline) {
            return first->time > *deadline ? FirstDepositReason::kTooLate : FirstDepositReason::kBeforeDeal;
        }
        return terms.qualify_within_days ? FirstDepositReason::kLateOrBeforeDeal : FirstDepositReason::kBeforeDeal;
    }

    void AddSum(Condition condition, Decimal needed, Decimal have, Unpaid& unpaid) const {
        if (InMinorUnits(have) >= needed) return;
        unpaid.missing.push_back({.condition = condition,
                                  .needed = needed,
                                  .have = have,
                                  .missing = needed - have,
                                  .currency = terms_.currency,
                                  .days_left = unpaid.days_left,
                                  .events = CountedEvents(asked_, terms_, condition, have)});
    }

    std::optional<Timestamp> Deadline(const CpaTerms& terms) const {
        return CpaDeadline(terms, asked_.state, asked_.player.registered_at);
    }

    std::optional<std::int64_t> DaysLeft(const CpaTerms& terms) const {
        const auto deadline = Deadline(terms);
        if (!deadline) return std::nullopt;
        return std::max<std::int64_t>(0, (deadline->micros - asked_.now.micros) / kMicrosPerDay);
    }

    void AnswerRevShare(const RevShareTerms& terms) {
        if (SharesNothing(terms)) return;
        if (asked_.has_ngr && HasWaiting(Component::kRevShare)) {
            return Add(Component::kRevShare, UnpaidRule::kWaitsForRate, {.condition = Condition::kExchangeRate});
        }
        if (asked_.has_ngr && LacksActivity(terms)) return;
        Unpaid unpaid{.rule = asked_.has_ngr ? UnpaidRule::kRevenueEarnedNothing : UnpaidRule::kNoRevenue,
                      .has_revenue = asked_.has_ngr};
        Missing missing{.condition = Condition::kNgr, .currency = terms_.currency};
        if (terms.duration_months) {
            const Timestamp end = asked_.plan->zone().PlusMonths(asked_.player.registered_at, *terms.duration_months);
            unpaid.limit = *terms.duration_months;
            unpaid.until = end;
            unpaid.days_left = std::max<std::int64_t>(0, (end.micros - asked_.now.micros) / kMicrosPerDay);
            missing.days_left = unpaid.days_left;
            if (asked_.now >= end) {
                unpaid.rule = UnpaidRule::kShareEnded;
                missing = {.condition = Condition::kDurationMonths, .days_left = 0};
            }
        }
        unpaid.missing.push_back(missing);
        Add(Component::kRevShare, std::move(unpaid));
    }

    // Also for a player that has paid before: it brings no more commission.
    void AnswerInactive(const RevShareTerms& terms) {
        Unpaid unpaid{.rule = UnpaidRule::kInactive, .has_revenue = asked_.has_ngr};
        unpaid.limit = *terms.inactive_after_months;
        unpaid.missing.push_back({.condition = Condition::kInactiveAfterMonths,
                                  .needed = Decimal::FromInteger(*terms.inactive_after_months)});
        Add(Component::kRevShare, std::move(unpaid));
    }

    // Handles terms that pay nothing while the affiliate's activity of the period is too little.
    bool LacksActivity(const RevShareTerms& terms) {
        const int digits = MinorUnitDigits(terms_.currency);
        if (!terms.needs || !terms.needs->else_rate.IsZero()) return false;
        const Requirements& needs = terms.needs->needs;
        if (AreMet(needs, asked_.activity, digits)) return false;
        Unpaid unpaid{.rule = UnpaidRule::kActivityMissing, .has_revenue = true};
        const auto add = [&](Condition condition, const std::optional<std::int64_t>& needed, std::int64_t have) {
            if (!needed || have >= *needed) return;
            unpaid.missing.push_back({.condition = condition,
                                      .needed = Decimal::FromInteger(*needed),
                                      .have = Decimal::FromInteger(have),
                                      .missing = Decimal::FromInteger(*needed - have)});
        };
        add(Condition::kNewDepositors, needs.new_depositors, asked_.activity.new_depositors);
        add(Condition::kQualifiedPlayers, needs.qualified_players, asked_.activity.qualified_players);
        add(Condition::kActivePlayers, needs.active_players, asked_.activity.active_players);
        const Decimal deposits = asked_.activity.deposits;
        if (needs.deposits && deposits.RoundedTo(digits) < *needs.deposits) {
            unpaid.missing.push_back({.condition = Condition::kDeposits,
                                      .needed = needs.deposits,
                                      .have = deposits,
                                      .missing = *needs.deposits - deposits,
                                      .currency = terms_.currency});
        }
        Add(Component::kRevShare, std::move(unpaid));
        return true;
    }

    // Handles terms under which no NGR can earn anything.
    bool SharesNothing(const RevShareTerms& terms) {
        const bool no_rate = terms.rate.IsZero() && std::ranges::all_of(terms.tiers, [](const RevShareTier& tier) {
                                 return tier.rate.IsZero();
                             });
        const Decimal fee = terms.admin_fee_percent;
        if (no_rate) {
            Add(Component::kRevShare, UnpaidRule::kZeroRate, {.condition = Condition::kRate, .have = Decimal()});
        } else if (fee == Decimal::FromInteger(100)) {
            Add(Component::kRevShare, UnpaidRule::kFeeTakesAll,
                {.condition = Condition::kAdminFeePercent, .have = fee});
        }
        return no_rate || fee == Decimal::FromInteger(100);
    }

    void AnswerCpl(const CplTerms& terms) {
        if (terms.amount.IsZero()) {
            return Add(Component::kCpl, UnpaidRule::kPaysNothing,
                       {.condition = Condition::kAmount, .needed = Decimal(), .currency = terms_.currency});
        }
        Add(Component::kCpl, UnpaidRule::kNotAtRegistration, {.condition = Condition::kRegistration});
    }

    const AskedPlayer& asked_;
    const Terms& terms_;
    std::vector<Unpaid> answers_;
};

}  // namespace

ChosenDeal DealOf(const AskedPlayer& asked) {
    const Plan& plan = *asked.plan;
    const Date today = plan.zone().DateOf(asked.now);
    const Player& player = asked.player;
    if (!asked.state.deal) return plan.Choose(player.affiliate, player.brand, player.country, today);
    const Deal* deal = plan.FindDeal(*asked.state.deal);
    if (deal == nullptr) return {};
    return {deal, asked.state.version != 0 ? deal->Version(asked.state.version) : deal->VersionOn(today)};
}

std::vector<Unpaid> WhyUnpaid(const AskedPlayer& asked) {
    if (!asked.registered) return {Nothing(UnpaidRule::kNotRegistered, Condition::kRegistration)};
    if (!asked.attributed) return {Nothing(UnpaidRule::kOrganic, Condition::kAffiliate)};
    std::vector<Unpaid> answers;
    if (asked.state.suspended_events > 0 || asked.plan->EarnsNothing(asked.player.affiliate)) {
        answers.push_back(Nothing(UnpaidRule::kSuspended, Condition::kSuspension));
        answers.back().limit = asked.state.suspended_events;
    }
    const ChosenDeal chosen = DealOf(asked);
    if (!chosen) {
        answers.push_back(Nothing(UnpaidRule::kNoDeal, Condition::kDeal));
        return answers;
    }
    std::ranges::move(Answering(asked, chosen.version->terms).Answer(), std::back_inserter(answers));
    return answers;
}

}  // namespace fairlead::commission
