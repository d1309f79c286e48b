#include "domain/explanation/negative_steps.hpp"
#include "domain/money/money_text.hpp"

namespace fairlead::commission {

std::string TextOf(const step::BaseCarried& step) {
    return "The base of " + step.period.ToString() + " begins with " + MoneyText({step.base, step.currency}) +
           ", which earlier periods left below zero.";
}

std::string TextOf(const step::RingFenced& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "A player that loses at least " + money(step.player_loss) +
           " in a period is ring-fenced. Such players keep " + money(step.after) + " out of the base, instead of " +
           money(step.before) + ": losses, and revenue that settles their own earlier losses.";
}

std::string TextOf(const step::StatementFollowed& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "The statement of a sub-affiliate for " + step.period.ToString() + " carries over or waives " +
           money(step.base) + ". The parent follows with " + step.percent.ToString() + " %: " + money(step.amount) +
           ".";
}

}  // namespace fairlead::commission
