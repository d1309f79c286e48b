#include "domain/explanation/deal_rule_text.hpp"

#include <vector>

#include "domain/money/money_text.hpp"

namespace fairlead::commission {
namespace {

std::string InPercent(Decimal percent) { return percent.ToString() + " %"; }

std::string Noun(TierBy of, bool one) {
    switch (of) {
        case TierBy::kNewDepositors: return one ? "new depositor" : "new depositors";
        case TierBy::kQualifiedPlayers: return one ? "qualified player" : "qualified players";
        case TierBy::kActivePlayers: return one ? "active player" : "active players";
        case TierBy::kDeposits: return "deposits";
        case TierBy::kBase: break;
    }
    return "the base";
}

bool IsMoney(TierBy of) { return of == TierBy::kDeposits || of == TierBy::kBase; }

// "11 new depositors (10 before)"
std::string CountText(TierBy of, std::int64_t before, std::int64_t after) {
    std::string text = std::to_string(after) + " " + Noun(of, after == 1);
    return before == after ? text : text + " (" + std::to_string(before) + " before)";
}

// "1, 2 and 3"
std::string JoinedText(const std::vector<std::string>& items) {
    std::string list;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) list += i + 1 == items.size() ? " and " : ", ";
        list += items[i];
    }
    return list;
}

}  // namespace

std::string MoreText(TierBy of, Decimal missing, Currency currency) {
    if (IsMoney(of)) return MoneyText({missing, currency}) + " more in " + Noun(of, false);
    return missing.ToString() + " more " + Noun(of, missing == Decimal::FromInteger(1));
}

std::string TextOf(const step::ActivityCounted& step) {
    std::vector<std::string> counts;
    const auto add = [&](TierBy of, const auto& before, const auto& after) {
        if (after) counts.push_back(CountText(of, before.value_or(0), *after));
    };
    add(TierBy::kNewDepositors, step.new_depositors_before, step.new_depositors_after);
    add(TierBy::kQualifiedPlayers, step.qualified_players_before, step.qualified_players_after);
    add(TierBy::kActivePlayers, step.active_players_before, step.active_players_after);
    if (step.deposits_after) counts.push_back("deposits of " + MoneyText({*step.deposits_after, step.currency}));
    return "In " + step.period.ToString() + " the affiliate has " + JoinedText(counts) + " under this deal.";
}

std::string TextOf(const step::NextTier& step) {
    return MoreText(step.missing_of, step.missing, step.currency) + " for " + InPercent(step.rate) + ".";
}

std::string TextOf(const step::ElseRateApplied& step) {
    const auto amount = [&](Decimal value) {
        return IsMoney(step.missing_of)
                   ? MoneyText({value, step.currency}) + " in " + Noun(step.missing_of, false)
                   : value.ToString() + " " + Noun(step.missing_of, value == Decimal::FromInteger(1));
    };
    return "The deal requires " + amount(step.needed) + " in the period, and the affiliate has " + amount(step.have) +
           ", so the whole base earns " + InPercent(step.else_rate) + ".";
}

std::string TextOf(const step::IntroRateApplied& step) {
    return "In its first " + std::to_string(step.months) + (step.months == 1 ? " month" : " months") +
           " the affiliate earns at least " + InPercent(step.rate) + " of the whole base.";
}

std::string TextOf(const step::Deducted& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    std::string parts;
    const auto add = [&](Decimal percent, Decimal amount, std::string_view what) {
        if (percent.IsZero()) return;
        parts += (parts.empty() ? "" : ", ") + InPercent(percent) + " of " + money(amount) + " in " + std::string(what);
    };
    add(step.bonus_percent, step.bonuses, "bonuses");
    add(step.deposit_fee_percent, step.deposits, "deposits");
    add(step.withdrawal_fee_percent, step.withdrawals, "withdrawals");
    return (step.before_admin_fee ? "Before" : "After") + std::string(" the admin fee the deal deducts ") + parts +
           ": together " + money(step.after) + " instead of " + money(step.before) + ".";
}

std::string TextOf(const step::ProductShare& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "Of the base, the part of product \"" + step.product + "\" went from " + money(step.before) + " to " +
           money(step.after) + (step.rate ? " and earns " + InPercent(*step.rate) + "." : ".");
}

std::string TextOf(const step::BrandReRated& step) {
    const auto rate = [](const std::optional<Decimal>& percent) {
        return percent ? InPercent(*percent) : std::string("several rates");
    };
    return "The event changed the rate of the whole period. The base of " + MoneyText({step.base, step.currency}) +
           (step.brand.empty() ? "" : " of brand \"" + step.brand + "\"") + " earns " + rate(step.rate_after) +
           " instead of " + rate(step.rate_before) + ".";
}

std::string TextOf(const step::OtherBrandsReRated& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "Of this, " + money(step.own) + " belongs to the brand of the event. The other brands are re-rated by " +
           money(step.others) + " in accruals of their own.";
}

std::string TextOf(const step::PoolCounted& step) {
    const TierBy of = step.measure.value_or(TierBy::kQualifiedPlayers);
    const auto amount = [&](Decimal value) {
        if (of == TierBy::kBase) return MoneyText({value, step.currency}) + " of base";
        return IsMoney(of) ? MoneyText({value, step.currency}) + " in " + Noun(of, false)
                           : value.ToString() + " " + Noun(of, value == Decimal::FromInteger(1));
    };
    return "For the tiers, the deals of the pool \"" + step.pool + "\" count together: " + amount(step.after) +
           (step.before && *step.before != step.after ? " instead of " + amount(*step.before) + "." : ".");
}

std::string TextOf(const step::VersionsCounted& step) {
    std::vector<std::string> versions;
    for (const std::int32_t version : step.versions) versions.push_back(std::to_string(version));
    const bool cpa = step.component == Component::kCpa;
    return "Versions " + JoinedText(versions) + " of the deal have equal " + (cpa ? "CPA" : "RevShare") +
           " terms, so " + (cpa ? "their players are counted together." : "the sums include all of them.");
}

std::string TextOf(const step::OwnPeriodCounted& step) {
    return "Its " + std::string(NounOf(step.own.kind())) + " " + step.own.ToString() +
           " is already closed. The amount is computed with the sums of " + step.own.ToString() + " and booked in " +
           step.period.ToString() + ".";
}

std::string TextOf(const step::WagersMoved& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "In " + step.period.ToString() + " wagers" +
           (step.product.empty() ? "" : " on product \"" + step.product + "\"") + " went from " + money(step.before) +
           " to " + money(step.after) + ". They earn " + InPercent(step.rate) + ": " + money(step.amount) +
           " for this event.";
}

std::string TextOf(const step::ConditionsMet& step) {
    std::string text;
    if (step.min_bets > 0) {
        text = "The player has placed " + std::to_string(step.bets) + (step.bets == 1 ? " bet" : " bets") +
               " (at least " + std::to_string(step.min_bets) + ")";
    }
    if (step.kyc) text += text.empty() ? "The player's identity is verified" : ", and its identity is verified";
    return text + ".";
}

std::string TextOf(const step::FirstDepositGrew& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "The deposit is added to the player's first deposit, which is now " + money(step.first_deposit) +
           ". The player is worth " + money(step.price_after) + " instead of " + money(step.price_before) + ".";
}

std::string TextOf(const step::PlayerExcluded& step) {
    const bool self = step.type == events::EventType::kSelfExclusion;
    return std::string(self ? "The player excluded itself" : "The player was blocked") +
           " before the CPA was payable, so the " + MoneyText({step.earned, step.currency}) +
           " that were earned for it are taken back.";
}

std::string TextOf(const step::ReversedByHand& step) {
    std::string text = "The operator reversed an earlier accrual";
    if (!step.actor.empty()) text += " (" + step.actor + ")";
    return text + (step.reason.empty() ? "." : ": " + step.reason);
}

}  // namespace fairlead::commission
