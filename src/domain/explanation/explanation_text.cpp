#include "domain/explanation/deal_rule_text.hpp"
#include "domain/explanation/explanation.hpp"
#include "domain/money/money_text.hpp"

namespace fairlead::commission {
namespace {

std::string Quoted(std::string_view name) { return "\"" + std::string(name) + "\""; }
std::string Code(Currency currency) { return std::string(currency.code()); }
std::string PercentText(Decimal percent) { return percent.ToString() + " %"; }

std::string VersionText(VersionRule rule) {
    switch (rule) {
        case VersionRule::kRegistrationDay: return "the player keeps the version of the day of registration";
        case VersionRule::kFirstVersion:
            return "no version was in force on the day of registration, so the player keeps the first version";
        case VersionRule::kEventDay: return "the version of the day of the event applies";
        case VersionRule::kLastDayOfMonth: return "the version of the month's last day applies";
    }
    return "";
}

std::string PriceText(const step::PlayerPriced& priced) {
    const std::string price = MoneyText({priced.price, priced.currency});
    switch (priced.priced_by) {
        case PricedBy::kCap:
            return "the deal pays nothing above the cap of " + std::to_string(priced.monthly_cap.value_or(0)) +
                   " players a " + std::string(NounOf(priced.period.kind()));
        case PricedBy::kCountry: return "the price of its country is " + price;
        case PricedBy::kTier: return "the tier of this position pays " + price;
        case PricedBy::kFirstDeposit: return "the price for its first deposit is " + price;
        case PricedBy::kReversed:
        case PricedBy::kAmount: break;
    }
    return "the price is " + price;
}

std::string EarnedText(const step::EarnedBase& earned, Currency currency) {
    return "base of " + MoneyText({earned.base, currency}) + " earns " + MoneyText({earned.earned, currency}) +
           (earned.rate ? " at " + PercentText(*earned.rate) : ", each tier's slice at its own rate");
}

// The sentence of each step.
struct Sentence {
    std::string operator()(const step::Outcome& step) const {
        const std::string whose = "Affiliate " + Quoted(step.affiliate);
        const std::string what = std::string(WordsOf(step.component)) + " in " + step.period.ToString() + ".";
        switch (step.outcome) {
            case Gain::kPending: return whose + " may earn " + what;
            case Gain::kNothing: return whose + " earned nothing as " + what;
            case Gain::kLost: return whose + " lost " + MoneyText({-step.amount, step.currency}) + " of " + what;
            case Gain::kEarned: break;
        }
        return whose + " earned " + MoneyText({step.amount, step.currency}) + " as " + what;
    }

    std::string operator()(const step::FromEvent& step) const {
        std::string text = "Its event is " + std::string(Name(step.type));
        if (step.money) text += " of " + MoneyText(*step.money);
        text += " for player " + Quoted(step.player_ref);
        if (!step.brand.empty()) text += " of brand " + Quoted(step.brand);
        return text + " at " + step.at.ToIso8601() + ".";
    }

    std::string operator()(const step::TotalReceived& step) const {
        return "The brand sends totals. Compared with the sum before, the event adds " + MoneyText(step.added) + ".";
    }

    std::string operator()(const step::DealApplied& step) const {
        return "Deal " + Quoted(step.name) + " (" + step.deal.ToString() + ") applies in version " +
               std::to_string(step.version) +
               (step.effective_from ? ", in force since " + step.effective_from->ToString()
                                    : ", in force from the beginning") +
               "; " + VersionText(step.version_rule) + ".";
    }

    std::string operator()(const step::Waiting& step) const {
        const std::string pair = "from " + Code(step.from) + " to " + Code(step.to);
        if (!step.rate_date) {
            return "There is no exchange rate " + pair + " on or before " + step.date.ToString() +
                   ", so the accrual is unpriced. When the rate is added, the event is processed as if it were "
                   "recorded then.";
        }
        const std::string rate = "The exchange rate " + pair + " of " + step.rate_date->ToString() + " is " + step.rate;
        if (step.waits_for == step::WaitsFor::kProcessing)
            return rate + ": the event is about to be processed with it.";
        return rate +
               ", which makes the amount too large to be right, so the accrual is unpriced. When another rate is "
               "added, the event is processed as if it were recorded then.";
    }

    std::string operator()(const step::Converted& step) const {
        const Conversion& conversion = step.conversion;
        return MoneyText(conversion.original) + " are " + MoneyText({conversion.converted, step.to}) + " at the rate " +
               conversion.rate_text + " of " + conversion.rate_date.ToString() +
               ", the latest known rate on or before the event's date.";
    }

    std::string operator()(const step::TakenBack&) const {
        return "The player was taken from this affiliate: this takes back an earlier accrual.";
    }

    std::string operator()(const step::FixedPrice& step) const {
        return (step.component == Component::kCpl ? "A registration is worth " : "Each month is worth ") +
               MoneyText({step.price, step.currency}) + ".";
    }

    std::string operator()(const step::RevenueMoved& step) const {
        const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
        return "In " + step.period.ToString() + " the affiliate's net gaming revenue under this version went from " +
               money(step.before.ngr) + " to " + money(step.after.ngr) + ", and chargebacks from " +
               money(step.before.chargebacks) + " to " + money(step.after.chargebacks) + ".";
    }

    std::string operator()(const step::BaseMoved& step) const {
        return "After the admin fee of " + PercentText(step.admin_fee_percent) +
               " and chargebacks, the base went from " + MoneyText({step.before, step.currency}) + " to " +
               MoneyText({step.after, step.currency}) + ".";
    }

    std::string operator()(const step::ShareEarned& step) const {
        return "A " + EarnedText(step.before, step.currency) + "; a " + EarnedText(step.after, step.currency) +
               ". The difference is " + MoneyText({step.amount, step.currency}) + ".";
    }

    std::string operator()(const step::TierCrossed& step) const {
        const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
        std::string text = std::string(step.up ? "The base reaches" : "The base falls below") + " the tier from " +
                           money(step.threshold) + ": ";
        const std::string rates = PercentText(step.rate_after) + " instead of " + PercentText(step.rate_before);
        if (!step.re_rated_by || !step.own_amount) return text + "its last slice earns " + rates + ".";
        text += "the whole period is re-rated and earns " + rates + ". ";
        return text + "The previous base of " + money(step.base_before) + " earns " +
               money(step.re_rated_by->IsNegative() ? -*step.re_rated_by : *step.re_rated_by) +
               (step.re_rated_by->IsNegative() ? " less" : " more") + ", and the event itself earns " +
               money(*step.own_amount) + ".";
    }

    std::string operator()(const step::Qualified& step) const {
        const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
        return "With this event the player qualified: a first deposit of " + money(step.first_deposit) + " (at least " +
               money(step.min_first_deposit) + "), deposits less chargebacks of " + money(step.deposits) +
               " (at least " + money(step.min_total_deposits) + "), wagers of " + money(step.wagered) + " (at least " +
               money(step.min_wagered) + ").";
    }

    std::string operator()(const step::PlayerPriced& step) const {
        return "It is qualified player number " + std::to_string(step.position) + " of " + step.period.ToString() +
               ", and " + PriceText(step) + ".";
    }

    std::string operator()(const step::PlayerTierCrossed& step) const {
        const bool one = step.players == 1;
        const bool less = step.re_rated_by.IsNegative();
        return "With this player the period reaches the tier" +
               (step.threshold ? " from player " + std::to_string(*step.threshold) : std::string()) +
               ": the whole period is re-rated. The " + std::to_string(step.players) +
               (one ? " player who" : " players who") + " had qualified before " + (one ? "is" : "are") + " worth " +
               MoneyText({step.price, step.currency}) + (one ? "" : " each") + " now, together " +
               MoneyText({less ? -step.re_rated_by : step.re_rated_by, step.currency}) + (less ? " less." : " more.");
    }

    std::string operator()(const step::PlayerReRated& step) const {
        return "The event made another player qualify and reached a tier" +
               (step.threshold ? " (from player " + std::to_string(*step.threshold) + ")" : std::string()) +
               " that counts for all players of the period: this player, who had qualified before, is now worth " +
               MoneyText({step.price_after, step.currency}) + " instead of " +
               MoneyText({step.price_before, step.currency}) + ".";
    }

    std::string operator()(const step::ClawedBack& step) const {
        const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
        std::string text = "The chargeback takes back the " + money(step.earned) + " that were earned for the player";
        if (step.clawback == Clawback::kAlways) return text + ": under this deal any chargeback does.";
        if (!step.deposits || !step.needed) return text + ".";
        return text + ": its deposits less chargebacks are " + money(*step.deposits) + ", and " +
               (step.needed->IsZero() ? "more than 0" : "at least " + money(*step.needed)) + " must be left.";
    }

    std::string operator()(const step::SubAffiliateShare& step) const {
        std::string of = "the sub-affiliate's accrual";
        if (step.earned && step.component) {
            const std::string who = step.sub_affiliate.empty() ? std::string("a sub-affiliate")
                                                               : "sub-affiliate " + Quoted(step.sub_affiliate);
            of = "what " + who + " got as " + std::string(WordsOf(*step.component)) + ", " + MoneyText(*step.earned);
            if (step.earned->currency != step.currency) of += " (" + MoneyText({step.base, step.currency}) + ")";
        }
        return PercentText(step.percent) + " of " + of + ", are " + MoneyText({step.amount, step.currency}) + ".";
    }

    std::string operator()(const step::PayableLater& step) const {
        return "It is payable from " + step.from.ToIso8601() + " on.";
    }

    std::string operator()(const step::CountedLate& step) const {
        return "Its " + std::string(NounOf(step.own.kind())) + " " + step.own.ToString() +
               " is already closed, so it counts in " + step.period.ToString() + ".";
    }

    std::string operator()(const step::PlayerCredited& step) const {
        // The affiliate itself sees an alias, which already includes the word "Player".
        std::string text = step.affiliate.empty() ? step.player_ref : "Player " + Quoted(step.player_ref);
        if (step.registered_at) text += " registered at " + step.registered_at->ToIso8601() + " and";
        text += step.still_counts ? " counts for " : " counted, until it was given to another one, for ";
        text += step.affiliate.empty() ? "this affiliate." : "affiliate " + Quoted(step.affiliate) + ".";
        return step.reason ? text + " " + attribution::TextOf(*step.reason) : text;
    }

    std::string operator()(const step::ClickCredited& step) const {
        return "The click that brought the player is " + step.click.ToString() + ", made at " + step.at.ToIso8601() +
               ".";
    }

    std::string operator()(const step::ClickNotCredited& step) const {
        return "The click " + step.click.ToString() +
               " was considered and did not count: " + std::string(attribution::TextOf(step.outcome));
    }

    // The steps of deal_rule_steps.hpp.
    std::string operator()(const auto& step) const { return commission::TextOf(step); }
};

}  // namespace

std::string_view WordsOf(Component component) {
    switch (component) {
        case Component::kCpa: return "CPA";
        case Component::kRevShare: return "revenue share";
        case Component::kCpl: return "CPL";
        case Component::kFixedMonthly: return "fixed monthly fee";
        case Component::kSubAffiliate: return "share of a sub-affiliate's commission";
        case Component::kTurnover: return "share of wagers";
    }
    return "";
}

std::string TextOf(const Step& step) { return std::visit(Sentence(), step); }

}  // namespace fairlead::commission
