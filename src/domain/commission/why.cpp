#include "domain/commission/why.hpp"

#include <algorithm>
#include <map>

namespace fairlead::commission {
namespace {

Unpaid Nothing(std::string_view condition, std::string sentence) {
    Unpaid unpaid;
    unpaid.missing.push_back({.condition = condition});
    unpaid.sentence = std::move(sentence);
    return unpaid;
}

// The version that decides about the player's next event.
ChosenDeal DealOf(const AskedPlayer& asked) {
    const Plan& plan = *asked.plan;
    const Date today = plan.zone().DateOf(asked.now);
    const Player& player = asked.player;
    if (!asked.state.deal) return plan.Choose(player.affiliate, player.brand, player.country, today);
    const Deal* deal = plan.FindDeal(*asked.state.deal);
    if (deal == nullptr) return {};
    return {deal, asked.state.version != 0 ? deal->Version(asked.state.version) : deal->VersionOn(today)};
}

std::string DaysText(std::int64_t days) {
    if (days == 0) return "less than a day left";
    return std::to_string(days) + (days == 1 ? " day left" : " days left");
}

class Answering {
public:
    Answering(const AskedPlayer& asked, const Terms& terms) : asked_(asked), terms_(terms) {}

    std::vector<Unpaid> Answer() {
        if (terms_.cpa) AnswerCpa(*terms_.cpa);
        if (terms_.rev_share && !HasPaid(Component::kRevShare)) AnswerRevShare(*terms_.rev_share);
        if (terms_.cpl && !HasPaid(Component::kCpl)) AnswerCpl(*terms_.cpl);
        return std::move(answers_);
    }

private:
    // Whether the affiliate that has the player now ever got something that was not taken back by a reassignment.
    bool HasPaid(Component component) const {
        const auto counts = [&](const Accrual& accrual) {
            return accrual.affiliate == asked_.player.affiliate && accrual.component == component &&
                   accrual.amount.amount > Decimal() && accrual.reason != Reason::kReassigned && !IsReversed(accrual);
        };
        return std::ranges::any_of(asked_.accruals, counts);
    }

    bool IsReversed(const Accrual& accrual) const {
        return std::ranges::any_of(asked_.accruals,
                                   [&](const Accrual& other) { return other.reverses == accrual.number; });
    }

    std::string Amount(Decimal amount) const { return amount.ToString() + " " + std::string(terms_.currency.code()); }

    void Add(Component component, std::vector<Missing> missing, std::string sentence) {
        answers_.push_back({component, std::move(missing), std::move(sentence) + WaitingText(component)});
    }

    bool HasWaiting(Component component) const {
        return std::ranges::find(asked_.waiting, component, &WaitingEvent::component) != asked_.waiting.end();
    }

    // A sentence for each pair of currencies that events wait for which the component needs.
    std::string WaitingText(Component component) const {
        std::map<std::pair<Currency, Currency>, int> counts;
        for (const WaitingEvent& each : asked_.waiting) {
            if (each.component == component) ++counts[{each.from, each.to}];
        }
        std::string text;
        for (const auto& [pair, count] : counts) {
            text += " " + std::to_string(count) + (count == 1 ? " event waits" : " events wait") +
                    " for an exchange rate from " + std::string(pair.first.code()) + " to " +
                    std::string(pair.second.code()) + ".";
        }
        return text;
    }

    void AnswerCpa(const CpaTerms& terms) {
        switch (asked_.state.cpa) {
            case CpaStanding::kQualified: return AnswerQualified(terms);
            case CpaStanding::kClawedBack:
                return Add(Component::kCpa, {{.condition = "chargeback"}},
                           "A chargeback took the CPA back, and a player does not qualify twice.");
            case CpaStanding::kOpen: return AnswerOpen(terms);
        }
    }

    // A qualified player has paid, unless it was worth nothing.
    void AnswerQualified(const CpaTerms& terms) {
        const std::string which = "The player qualified as number " + std::to_string(asked_.state.cpa_position) +
                                  " of " + asked_.state.cpa_month.ToString();
        const bool capped = std::ranges::any_of(asked_.accruals, [&](const Accrual& accrual) {
            return accrual.affiliate == asked_.player.affiliate && accrual.reason == Reason::kCapped &&
                   !IsReversed(accrual);
        });
        if (capped) {
            const Decimal cap = Decimal::FromInteger(terms.monthly_cap.value_or(0));
            return Add(
                Component::kCpa,
                {{.condition = "monthlyCap", .needed = cap, .have = Decimal::FromInteger(asked_.state.cpa_position)}},
                which + ", beyond the cap of " + cap.ToString() + " players a month.");
        }
        if (!HasPaid(Component::kCpa)) {
            Add(Component::kCpa, {{.condition = "amount", .needed = Decimal(), .currency = terms_.currency}},
                which + ", and the deal pays nothing for it.");
        }
    }

    void AnswerOpen(const CpaTerms& terms) {
        const auto days_left = DaysLeft(terms);
        const bool expired = days_left && Deadline(terms) < asked_.now;
        std::vector<Missing> missing;
        std::vector<std::string> parts;
        AddFirstDeposit(terms, days_left, missing, parts);
        const PlayerState& state = asked_.state;
        AddSum("minTotalDeposits", "in deposits", terms.min_total_deposits,
               state.deposits_in_time - state.chargebacks_in_time, days_left, missing, parts);
        AddSum("minWagered", "in wagers", terms.min_wagered, state.wagered_in_time, days_left, missing, parts);
        if (parts.empty()) {
            // All sums are there, but only an event of the player makes it qualify.
            missing.push_back({.condition = "event", .days_left = days_left});
            parts.emplace_back("an event that completes it");
        }
        Add(Component::kCpa, std::move(missing), OpenSentence(terms, parts, days_left, expired));
    }

    std::string OpenSentence(const CpaTerms& terms, const std::vector<std::string>& parts,
                             std::optional<std::int64_t> days_left, bool expired) const {
        std::string list;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) list += i + 1 == parts.size() ? " and " : ", ";
            list += parts[i];
        }
        const bool hopeless = FirstDepositTooSmall(terms);
        if (expired) {
            return "The " + std::to_string(*terms.qualify_within_days) + " days to qualify ended at " +
                   Deadline(terms).ToIso8601() + "; missing were " + list + ".";
        }
        if (hopeless) return "The player cannot qualify: " + list + ".";
        return "Missing: " + list + (days_left ? ", " + DaysText(*days_left) : "") + ".";
    }

    bool FirstDepositTooSmall(const CpaTerms& terms) const {
        return asked_.state.first_deposit && *asked_.state.first_deposit < terms.min_first_deposit;
    }

    void AddFirstDeposit(const CpaTerms& terms, std::optional<std::int64_t> days_left, std::vector<Missing>& missing,
                         std::vector<std::string>& parts) const {
        const auto& first = asked_.state.first_deposit;
        const Decimal needed = terms.min_first_deposit;
        if (first && *first >= needed) return;
        missing.push_back({.condition = "minFirstDeposit",
                           .needed = needed,
                           .have = first.value_or(Decimal()),
                           .missing = needed - first.value_or(Decimal()),
                           .currency = terms_.currency,
                           .days_left = days_left});
        if (first) {
            parts.push_back("its first deposit of " + Amount(*first) + " is " + Amount(needed - *first) +
                            " below the minimum of " + Amount(needed));
        } else if (asked_.has_first_deposit && !HasWaiting(Component::kCpa)) {
            parts.emplace_back(terms.qualify_within_days
                                   ? "a first deposit in time (the one there is came too late, or before the deal)"
                                   : "a first deposit under this deal (the one there is came before it)");
        } else {
            parts.push_back((needed.IsZero() ? "a first deposit" : "a first deposit of at least " + Amount(needed)) +
                            (asked_.has_first_deposit ? " (the one there is does not count yet)" : ""));
        }
    }

    void AddSum(std::string_view condition, std::string_view what, Decimal needed, Decimal have,
                std::optional<std::int64_t> days_left, std::vector<Missing>& missing,
                std::vector<std::string>& parts) const {
        if (have >= needed) return;
        missing.push_back({condition, needed, have, needed - have, terms_.currency, days_left});
        parts.push_back(Amount(needed - have) + " more " + std::string(what));
    }

    Timestamp Deadline(const CpaTerms& terms) const {
        return {asked_.player.registered_at.micros + *terms.qualify_within_days * kMicrosPerDay};
    }

    std::optional<std::int64_t> DaysLeft(const CpaTerms& terms) const {
        if (!terms.qualify_within_days) return std::nullopt;
        return std::max<std::int64_t>(0, (Deadline(terms).micros - asked_.now.micros) / kMicrosPerDay);
    }

    void AnswerRevShare(const RevShareTerms& terms) {
        if (SharesNothing(terms)) return;
        if (asked_.has_ngr && HasWaiting(Component::kRevShare)) {
            return Add(Component::kRevShare, {{.condition = "exchangeRate"}},
                       "What the player's net gaming revenue is worth is not known yet.");
        }
        if (!terms.duration_months) return AddNoRevenue(std::nullopt);
        const Timestamp end = asked_.plan->zone().PlusMonths(asked_.player.registered_at, *terms.duration_months);
        if (asked_.now < end) return AddNoRevenue((end.micros - asked_.now.micros) / kMicrosPerDay);
        Add(Component::kRevShare, {{.condition = "durationMonths", .days_left = 0}},
            "The " + std::to_string(*terms.duration_months) + (*terms.duration_months == 1 ? " month" : " months") +
                " of revenue share ended at " + end.ToIso8601() +
                (asked_.has_ngr ? ", and no net gaming revenue of the time before that has earned anything."
                                : ", before there was any revenue to share."));
    }

    void AddNoRevenue(std::optional<std::int64_t> days_left) {
        Add(Component::kRevShare, {{.condition = "ngr", .currency = terms_.currency, .days_left = days_left}},
            std::string(asked_.has_ngr ? "The net gaming revenue of the player has earned nothing so far"
                                       : "There is no net gaming revenue of the player yet") +
                (days_left ? ", " + DaysText(*days_left) : "") + ".");
    }

    // Answers for terms by which no revenue can earn anything.
    bool SharesNothing(const RevShareTerms& terms) {
        const bool no_rate = terms.rate.IsZero() && std::ranges::all_of(terms.tiers, [](const RevShareTier& tier) {
                                 return tier.rate.IsZero();
                             });
        const Decimal fee = terms.admin_fee_percent;
        if (no_rate) {
            Add(Component::kRevShare, {{.condition = "rate", .have = Decimal()}},
                "The deal pays 0 % of net gaming revenue.");
        } else if (fee == Decimal::FromInteger(100)) {
            Add(Component::kRevShare, {{.condition = "adminFeePercent", .have = fee}},
                "The deal's fee of 100 % leaves nothing of net gaming revenue to share.");
        }
        return no_rate || fee == Decimal::FromInteger(100);
    }

    void AnswerCpl(const CplTerms& terms) {
        if (terms.amount.IsZero()) {
            return Add(Component::kCpl, {{.condition = "amount", .needed = Decimal(), .currency = terms_.currency}},
                       "The deal pays nothing for a registration.");
        }
        Add(Component::kCpl, {{.condition = "registration"}},
            "No deal with a CPL was the player's when the registration was recorded.");
    }

    const AskedPlayer& asked_;
    const Terms& terms_;
    std::vector<Unpaid> answers_;
};

}  // namespace

std::vector<Unpaid> WhyUnpaid(const AskedPlayer& asked) {
    if (!asked.registered) {
        return {Nothing("registration", "The player has not registered: its events wait for the registration.")};
    }
    if (!asked.attributed) {
        return {Nothing("affiliate", "No affiliate brought this player (it is organic), so nobody earns anything.")};
    }
    const ChosenDeal chosen = DealOf(asked);
    if (!chosen) {
        return {Nothing("deal", "The affiliate has no deal in force that fits the player's brand and country.")};
    }
    return Answering(asked, chosen.version->terms).Answer();
}

}  // namespace fairlead::commission
