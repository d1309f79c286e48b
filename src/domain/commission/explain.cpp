#include "domain/commission/explain.hpp"

#include <algorithm>

#include "base/number/percent.hpp"
#include "domain/commission/rev_share.hpp"

namespace fairlead::commission {
namespace {

std::string Quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string NameOfComponent(Component component) {
    switch (component) {
        case Component::kCpa: return "CPA";
        case Component::kRevShare: return "revenue share";
        case Component::kCpl: return "CPL";
        case Component::kFixedMonthly: return "fixed monthly fee";
        case Component::kSubAffiliate: return "share of a sub-affiliate's commission";
    }
    return "";
}

std::string PriceOrigin(PricedBy priced_by) {
    switch (priced_by) {
        case PricedBy::kAmount: return "amount";
        case PricedBy::kTier: return "tier";
        case PricedBy::kCountry: return "country";
        case PricedBy::kCap: return "cap";
    }
    return "";
}

// Tells one accrual.
class Telling {
public:
    explicit Telling(const ExplainedAccrual& explained)
        : explained_(explained),
          accrual_(*explained.accrual),
          version_(explained.deal->Version(accrual_.version)),
          currency_(accrual_.amount.currency.code()) {}

    MoneyExplanation Tell() {
        TellSummary();
        TellEvent();
        TellDeal();
        if (explained_.waits_from) {
            TellWaiting();
        } else {
            TellConversion();
            TellCalculation();
            TellWhen();
        }
        return std::move(told_);
    }

private:
    std::string InCurrency(Decimal amount) const { return amount.ToString() + " " + currency_; }
    void Say(std::string sentence) { told_.sentences.push_back(std::move(sentence)); }
    void Show(std::string_view name, Decimal value) { told_.figures.push_back({name, value}); }
    void Show(std::string_view name, std::int64_t value) { told_.figures.push_back({name, value}); }
    void Show(std::string_view name, std::string value) { told_.figures.push_back({name, std::move(value)}); }

    void ShowOutcome(Decimal before, Decimal after) {
        Show("earnedBefore", before);
        Show("earnedAfter", after);
        Show("amount", accrual_.amount.amount);
    }

    void TellSummary() {
        const std::string whose = "Affiliate " + Quoted(explained_.affiliate_name);
        const std::string what = NameOfComponent(accrual_.component) + " in " + accrual_.period.ToString() + ".";
        if (explained_.waits_from) return Say(whose + " may earn " + what);
        const Decimal amount = accrual_.amount.amount;
        if (accrual_.reason == Reason::kCapped) return Say(whose + " earned nothing as " + what);
        if (amount.IsNegative()) return Say(whose + " lost " + InCurrency(-amount) + " of " + what);
        Say(whose + " earned " + InCurrency(amount) + " as " + what);
    }

    void TellEvent() {
        if (explained_.event == nullptr) return;
        const events::Event& event = *explained_.event;
        std::string sentence = "It follows from the event " + std::string(Name(event.type));
        if (event.money) sentence += " of " + event.money->amount.ToString() + " " + Code(event.money->currency);
        sentence += " of player " + Quoted(event.player_ref);
        if (!explained_.brand_name.empty()) sentence += " of " + Quoted(explained_.brand_name);
        Say(sentence + " at " + event.time.ToIso8601() + ".");
        if (explained_.ngr_delta && event.money) {
            Say("The brand sends totals: compared with what was known before, the event adds " +
                explained_.ngr_delta->ToString() + " " + Code(event.money->currency) + ".");
        }
    }

    void TellDeal() {
        const Deal& deal = *explained_.deal;
        std::string sentence = "Deal " + Quoted(deal.name) + " (" + deal.id.ToString() + ") applies in version " +
                               std::to_string(accrual_.version);
        if (version_ != nullptr) {
            sentence += version_->effective_from ? ", in force since " + version_->effective_from->ToString()
                                                 : ", in force from the beginning";
        }
        Say(sentence + "; " + VersionText(deal) + ".");
    }

    // Why it is this version.
    std::string VersionText(const Deal& deal) const {
        if (accrual_.component == Component::kFixedMonthly) return "the version of the month's last day counts";
        if (accrual_.component == Component::kSubAffiliate) return "the version of the day of the event counts";
        return deal.binding == Binding::kRegistration ? "the version of the day of registration stays with the player"
                                                      : "the version of the day of each event counts";
    }

    void TellWaiting() {
        told_.formula = "waits for an exchange rate";
        Show("from", Code(*explained_.waits_from));
        Show("to", currency_);
        Show("date", Date::OfUtc(accrual_.event_time).ToString());
        const std::string pair = "from " + Code(*explained_.waits_from) + " to " + currency_;
        if (!explained_.rate) {
            return Say("There is no rate " + pair + " on or before " + Date::OfUtc(accrual_.event_time).ToString() +
                       ": it waits for one, and is worked out as if it was recorded when the rate arrives.");
        }
        Show("rate", explained_.rate->rate.ToString());
        const std::string rate =
            "The rate " + pair + " of " + explained_.rate->date.ToString() + " is " + explained_.rate->rate.ToString();
        if (!IsBeyondLimit(*explained_.rate)) return Say(rate + ": it is about to be worked out with it.");
        Say(rate +
            ", at which the amount is larger than any that can be right: it waits for another rate, and is "
            "worked out as if it was recorded when that arrives.");
    }

    // Whether what is converted is too large with a rate.
    bool IsBeyondLimit(const FoundRate& found) const {
        Decimal amount;
        if (explained_.child != nullptr) {
            amount = explained_.child->amount.amount;
        } else if (explained_.event != nullptr && explained_.event->money) {
            amount = explained_.ngr_delta.value_or(explained_.event->money->amount);
        }
        const Decimal converted = found.rate.Convert(amount);
        return converted > kConvertedMax || converted < -kConvertedMax;
    }

    void TellConversion() {
        if (!accrual_.conversion || accrual_.conversion->rate_text.empty()) return;
        const Conversion& conversion = *accrual_.conversion;
        Say(conversion.original.amount.ToString() + " " + Code(conversion.original.currency) + " are " +
            InCurrency(conversion.converted) + " at the rate " + conversion.rate_text + " of " +
            conversion.rate_date.ToString() + ", the latest that was known on or before the event's date.");
    }

    void TellCalculation() {
        if (accrual_.reverses) {
            Say("The player was given to another affiliate: this takes back an earlier accrual.");
        }
        switch (accrual_.component) {
            case Component::kRevShare: return TellRevShare();
            case Component::kCpa: return TellCpa();
            case Component::kSubAffiliate: return TellShare();
            case Component::kCpl: return TellFlat("amount per registration", "A registration is worth ");
            case Component::kFixedMonthly: return TellFlat("amount per month", "Each month is worth ");
        }
    }

    void TellFlat(std::string formula, const std::string& start) {
        told_.formula = std::move(formula);
        const Decimal amount = accrual_.amount.amount;
        const Decimal price = accrual_.rate.value_or(amount);
        Show("price", price);
        ShowOutcome(amount.IsNegative() ? -amount : Decimal(), amount.IsNegative() ? Decimal() : amount);
        Say(start + InCurrency(price) + ".");
    }

    void TellRevShare() {
        if (!accrual_.rev_share || version_ == nullptr || !version_->terms.rev_share) return;
        const RevShareTerms& terms = *version_->terms.rev_share;
        const auto& [before, after] = *accrual_.rev_share;
        const Decimal base_before = BaseOf(terms, before);
        const Decimal base_after = BaseOf(terms, after);
        const Decimal earned_before = EarnedOn(terms, base_before);
        const Decimal earned_after = EarnedOn(terms, base_after);
        told_.formula = terms.tier_mode == TierMode::kWhole || terms.tiers.empty()
                            ? "base = ngr x (100 - adminFeePercent) / 100 - chargebacks; earned = base x rate / 100"
                            : "base = ngr x (100 - adminFeePercent) / 100 - chargebacks; earned = the sum of each "
                              "slice of the base x its rate / 100";
        Show("adminFeePercent", terms.admin_fee_percent);
        Show("ngrBefore", before.ngr);
        Show("ngrAfter", after.ngr);
        Show("chargebacksBefore", before.chargebacks);
        Show("chargebacksAfter", after.chargebacks);
        Show("baseBefore", base_before);
        Show("baseAfter", base_after);
        if (const auto rate = RateAt(terms, base_before)) Show("rateBefore", *rate);
        if (const auto rate = RateAt(terms, base_after)) Show("rateAfter", *rate);
        ShowOutcome(earned_before, earned_after);
        Say("In " + accrual_.period.ToString() + " the affiliate's net gaming revenue under this version went from " +
            InCurrency(before.ngr) + " to " + InCurrency(after.ngr) + ", and chargebacks from " +
            InCurrency(before.chargebacks) + " to " + InCurrency(after.chargebacks) + ".");
        Say("Less the fee of " + terms.admin_fee_percent.ToString() + " % and chargebacks, the base went from " +
            InCurrency(base_before) + " to " + InCurrency(base_after) + ".");
        Say("A " + EarnedText(terms, base_before, earned_before) + "; a " +
            EarnedText(terms, base_after, earned_after) + ". The difference is " + InCurrency(accrual_.amount.amount) +
            ".");
    }

    std::string EarnedText(const RevShareTerms& terms, Decimal base, Decimal earned) const {
        const auto rate = RateAt(terms, base);
        return "base of " + InCurrency(base) + " earns " + InCurrency(earned) +
               (rate ? " at " + rate->ToString() + " %" : ", each tier's slice at its own rate");
    }

    void TellCpa() {
        const CpaTerms* terms = version_ != nullptr && version_->terms.cpa ? &*version_->terms.cpa : nullptr;
        if (accrual_.cpa) ShowCpa(*accrual_.cpa);
        switch (accrual_.reason) {
            case Reason::kEarned:
            case Reason::kCapped: return TellQualified(terms);
            case Reason::kReRated: return TellReRated();
            case Reason::kClawback: return TellClawback(terms);
            case Reason::kReassigned:
                told_.formula = "minus what was earned";
                return ShowOutcome(-accrual_.amount.amount, Decimal());
        }
    }

    void ShowCpa(const CpaSeen& seen) {
        // A re-rate looks at nothing but the month's positions.
        if (accrual_.reason != Reason::kReRated) {
            Show("firstDeposit", seen.first_deposit);
            Show("deposits", seen.deposits);
            Show("wagered", seen.wagered);
        }
        Show("month", seen.month.ToString());
        Show("position", seen.position);
        Show("pricedBy", PriceOrigin(seen.priced_by));
    }

    void TellQualified(const CpaTerms* terms) {
        told_.formula = "the price of a qualified player";
        const Decimal amount = accrual_.amount.amount;
        if (terms != nullptr && accrual_.cpa) {
            Show("minFirstDeposit", terms->min_first_deposit);
            Show("minTotalDeposits", terms->min_total_deposits);
            Show("minWagered", terms->min_wagered);
            if (terms->monthly_cap) Show("monthlyCap", *terms->monthly_cap);
            const CpaSeen& seen = *accrual_.cpa;
            Say("With this event the player qualified: a first deposit of " + InCurrency(seen.first_deposit) +
                " (at least " + InCurrency(terms->min_first_deposit) + "), deposits less chargebacks of " +
                InCurrency(seen.deposits) + " (at least " + InCurrency(terms->min_total_deposits) + "), wagers of " +
                InCurrency(seen.wagered) + " (at least " + InCurrency(terms->min_wagered) + ").");
            Say("It is qualified player number " + std::to_string(seen.position) + " of " + seen.month.ToString() +
                ", and " + PriceText(*terms, seen) + ".");
        }
        ShowOutcome(Decimal(), amount);
    }

    std::string PriceText(const CpaTerms& terms, const CpaSeen& seen) const {
        const std::string price = InCurrency(accrual_.amount.amount);
        switch (seen.priced_by) {
            case PricedBy::kCap:
                return "beyond the cap of " + std::to_string(terms.monthly_cap.value_or(0)) +
                       " players a month nothing is paid";
            case PricedBy::kCountry: return "the price of its country is " + price;
            case PricedBy::kTier: return "the tier that this reaches pays " + price;
            case PricedBy::kAmount: break;
        }
        return "the price is " + price;
    }

    void TellReRated() {
        told_.formula = "new price - old price";
        const Decimal price = accrual_.rate.value_or(Decimal());
        ShowOutcome(price - accrual_.amount.amount, price);
        Say("The event made another player qualify and reached a tier that applies to all players of the month: this "
            "player, who had qualified before, is now worth " +
            InCurrency(price) + " instead of " + InCurrency(price - accrual_.amount.amount) + ".");
    }

    void TellClawback(const CpaTerms* terms) {
        told_.formula = "minus what was earned for the player";
        const Decimal earned = -accrual_.amount.amount;
        ShowOutcome(earned, Decimal());
        std::string sentence =
            "The chargeback takes back the " + InCurrency(earned) + " that were earned for the player";
        if (terms != nullptr && terms->clawback == Clawback::kAlways) {
            sentence += ": under this deal any chargeback does";
        } else if (terms != nullptr && accrual_.cpa) {
            const Decimal needed = std::max(terms->min_first_deposit, terms->min_total_deposits);
            Show("needed", needed);
            sentence += ": its deposits less chargebacks are " + InCurrency(accrual_.cpa->deposits) + ", and " +
                        (needed.IsZero() ? "more than nothing" : "at least " + InCurrency(needed)) + " must be left";
        }
        Say(sentence + ".");
    }

    void TellShare() {
        told_.formula = "the sub-affiliate's amount x percent / 100";
        const Decimal base = accrual_.base.value_or(Decimal());
        const Decimal percent = accrual_.rate.value_or(Decimal());
        const Decimal amount = accrual_.amount.amount;
        Show("base", base);
        Show("percent", percent);
        ShowOutcome(Decimal(), amount);
        std::string of = "the sub-affiliate's accrual";
        if (explained_.child != nullptr) {
            // Who it is may be nothing for the reader.
            const std::string who = explained_.child_name.empty() ? std::string("a sub-affiliate")
                                                                  : "sub-affiliate " + Quoted(explained_.child_name);
            of = "what " + who + " got as " + NameOfComponent(explained_.child->component) + ", " +
                 explained_.child->amount.amount.ToString() + " " + Code(explained_.child->amount.currency);
        }
        Say(percent.ToString() + " % of " + of + (accrual_.conversion ? " (" + InCurrency(base) + ")" : "") + ", are " +
            InCurrency(amount) + ".");
    }

    void TellWhen() {
        const bool later = accrual_.payable_from && *accrual_.payable_from != accrual_.event_time;
        if (later && !accrual_.amount.amount.IsZero()) {
            Say("It is payable from " + accrual_.payable_from->ToIso8601() + " on.");
        }
        if (accrual_.late) {
            Say("The month it is of was closed already, so it counts in " + accrual_.period.ToString() + ".");
        }
    }

    static std::string Code(Currency currency) { return std::string(currency.code()); }

    const ExplainedAccrual& explained_;
    const Accrual& accrual_;
    const DealVersion* version_;
    std::string currency_;
    MoneyExplanation told_;
};

}  // namespace

MoneyExplanation ExplainMoney(const ExplainedAccrual& explained) { return Telling(explained).Tell(); }

}  // namespace fairlead::commission
