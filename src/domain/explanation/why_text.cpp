#include "domain/explanation/explanation.hpp"
#include "domain/explanation/why.hpp"
#include "domain/money/money_text.hpp"

namespace fairlead::commission {
namespace {

std::string Counted(std::int64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string Counted(const Missing& missing, std::string_view one, std::string_view many) {
    const Decimal count = missing.missing.value_or(Decimal());
    return count.ToString() + " " + std::string(count == Decimal::FromInteger(1) ? one : many);
}

std::string DaysText(std::int64_t days) {
    return days == 0 ? "less than a day left" : Counted(days, "day left", "days left");
}

// An amount of a condition, with its currency.
std::string Amount(const Missing& missing, const std::optional<Decimal>& amount) {
    const Currency currency = missing.currency.value_or(*Currency::Parse("EUR"));
    return MoneyText({amount.value_or(Decimal()), currency});
}

// The original amounts of a condition, if they were converted.
std::string OriginText(const Missing& missing) {
    std::string text;
    for (const CountedEvent& event : missing.events) {
        if (event.exclusion || !event.conversion) continue;
        const Conversion& conversion = *event.conversion;
        text += (text.empty() ? "" : ", ") + MoneyText(conversion.original) + " at the rate " + conversion.rate_text +
                " of " + conversion.rate_date.ToString();
    }
    return text.empty() ? text : " (" + text + ")";
}

std::string SumText(const Missing& missing, std::string_view what) {
    const std::string more = Amount(missing, missing.missing) + " more in " + std::string(what);
    const std::string origin = OriginText(missing);
    return origin.empty() ? more : more + ", after " + Amount(missing, missing.have) + origin;
}

std::string FirstDepositText(const Missing& missing) {
    const bool any = !missing.needed || missing.needed->IsZero();
    std::string wanted =
        any ? std::string("a first deposit") : "a first deposit of at least " + Amount(missing, missing.needed);
    switch (missing.reason.value_or(FirstDepositReason::kNone)) {
        case FirstDepositReason::kTooSmall:
            return "its first deposit of " + Amount(missing, missing.have) + OriginText(missing) + " is " +
                   Amount(missing, missing.missing) + " below the minimum of " + Amount(missing, missing.needed);
        case FirstDepositReason::kDepositOnly:
            return wanted + " (no first_deposit event was received; the " +
                   Counted(missing.deposits, "deposit", "deposits") +
                   " received cannot replace it, and count only towards total deposits)";
        case FirstDepositReason::kTooLate: return "a first deposit in time (the existing one came too late)";
        case FirstDepositReason::kLateOrBeforeDeal:
            return "a first deposit in time (the existing one came too late, or before the deal)";
        case FirstDepositReason::kBeforeDeal:
            return "a first deposit under this deal (the existing one came before it)";
        case FirstDepositReason::kWaitsForRate: return wanted + " (the existing one does not count yet)";
        case FirstDepositReason::kNone: break;
    }
    return wanted;
}

std::string MissingText(const Missing& missing) {
    switch (missing.condition) {
        case Condition::kMinFirstDeposit: return FirstDepositText(missing);
        case Condition::kMinTotalDeposits: return SumText(missing, "deposits");
        case Condition::kMinWagered: return SumText(missing, "wagers");
        case Condition::kMinBets: return Counted(missing, "more bet", "more bets");
        case Condition::kKycVerified: return "the verification of its identity";
        case Condition::kNewDepositors: return Counted(missing, "more new depositor", "more new depositors");
        case Condition::kQualifiedPlayers: return Counted(missing, "more qualified player", "more qualified players");
        case Condition::kActivePlayers: return Counted(missing, "more active player", "more active players");
        case Condition::kDeposits: return Amount(missing, missing.missing) + " more in deposits";
        default: return "another event of the player";
    }
}

std::string ListText(const std::vector<Missing>& missing) {
    std::string list;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (i > 0) list += i + 1 == missing.size() ? " and " : ", ";
        list += MissingText(missing[i]);
    }
    return list;
}

std::string WaitingText(const std::vector<WaitingRate>& waiting) {
    std::string text;
    for (const WaitingRate& each : waiting) {
        text += " " + Counted(each.events, "event waits", "events wait") + " for an exchange rate from " +
                std::string(each.from.code()) + " to " + std::string(each.to.code()) + ".";
    }
    return text;
}

std::string PositionText(const Unpaid& unpaid) {
    return "The player qualified as number " + std::to_string(unpaid.position.value_or(0)) + " of " +
           unpaid.period.value_or(Period()).ToString();
}

std::string DaysLeftText(const Unpaid& unpaid) {
    return unpaid.days_left ? ", " + DaysText(*unpaid.days_left) : std::string();
}

std::string UntilText(const Unpaid& unpaid) { return unpaid.until.value_or(Timestamp()).ToIso8601(); }

std::string RuleText(const Unpaid& unpaid) {
    const std::int64_t limit = unpaid.limit.value_or(0);
    switch (unpaid.rule) {
        case UnpaidRule::kNotRegistered: return "The player has not registered: its events wait for the registration.";
        case UnpaidRule::kOrganic:
            return "No affiliate brought this player (it is organic), so no affiliate earns commission.";
        case UnpaidRule::kNoDeal: return "The affiliate has no deal in force that fits the player's brand and country.";
        case UnpaidRule::kConditionsMissing: return "Missing: " + ListText(unpaid.missing) + DaysLeftText(unpaid) + ".";
        case UnpaidRule::kCannotQualify: return "The player cannot qualify: " + ListText(unpaid.missing) + ".";
        case UnpaidRule::kTimeExpired:
            return "The " + Counted(limit, "day", "days") + " to qualify ended at " + UntilText(unpaid) +
                   ". Still missing: " + ListText(unpaid.missing) + ".";
        case UnpaidRule::kClawedBack: return "A chargeback took the CPA back, and a player does not qualify twice.";
        case UnpaidRule::kCapped:
            return PositionText(unpaid) + ", above the cap of " + Counted(limit, "player", "players") + " a " +
                   std::string(NounOf(unpaid.period.value_or(Period()).kind())) + ".";
        case UnpaidRule::kPaysNothing:
            return unpaid.position ? PositionText(unpaid) + ", and the deal pays nothing for it."
                                   : "The deal pays nothing for a registration.";
        case UnpaidRule::kWaitsForRate: return "The value of the player's net gaming revenue is not known yet.";
        case UnpaidRule::kNoRevenue: return "The player has no net gaming revenue yet" + DaysLeftText(unpaid) + ".";
        case UnpaidRule::kRevenueEarnedNothing:
            return "The player's net gaming revenue has earned nothing so far" + DaysLeftText(unpaid) + ".";
        case UnpaidRule::kShareEnded:
            return "The " + Counted(limit, "month", "months") + " of revenue share ended at " + UntilText(unpaid) +
                   (unpaid.has_revenue ? ", and no net gaming revenue before then has earned anything."
                                       : ", before there was any revenue to share.");
        case UnpaidRule::kZeroRate: return "The deal pays 0 % of net gaming revenue.";
        case UnpaidRule::kFeeTakesAll: return "The deal's fee of 100 % leaves nothing of net gaming revenue to share.";
        case UnpaidRule::kExcluded: {
            const bool self = !unpaid.missing.empty() && unpaid.missing.front().condition == Condition::kSelfExcluded;
            return std::string(self ? "The player excluded itself" : "The player was blocked") +
                   " before the CPA was payable, and under this deal such a player earns none.";
        }
        case UnpaidRule::kActivityMissing:
            return "The affiliate needs " + ListText(unpaid.missing) +
                   " in the period. Until then, the deal pays 0 % of net gaming revenue.";
        case UnpaidRule::kNoWagers: return "The player has placed no wagers that pay yet.";
        case UnpaidRule::kSuspended:
            return limit == 0 ? "The affiliate is suspended. Events that are recorded now earn nothing."
                              : Counted(limit, "event of the player was", "events of the player were") +
                                    " recorded while the affiliate was suspended, and earned nothing.";
        case UnpaidRule::kInactive:
            return "The player was inactive for " + Counted(limit, "month", "months") +
                   " or longer: it had no deposit, wager or net gaming revenue. Such a player no longer earns "
                   "commission.";
        case UnpaidRule::kReversedByHand:
            return "The operator has reversed the " + std::string(WordsOf(unpaid.component.value_or(Component::kCpa))) +
                   " of this player.";
        case UnpaidRule::kNotAtRegistration: return "The player's deal had no CPL when the registration was recorded.";
    }
    return "";
}

}  // namespace

std::string TextOf(const Unpaid& unpaid) { return RuleText(unpaid) + WaitingText(unpaid.waiting); }

}  // namespace fairlead::commission
