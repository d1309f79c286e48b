#include "domain/explanation/negative_steps.hpp"
#include "domain/money/money_text.hpp"

namespace fairlead::commission {

std::string TextOf(const step::BaseCarried& step) {
    return "The base of " + step.period.ToString() + " begins with " + MoneyText({step.base, step.currency}) +
           ", because earlier periods ended below zero.";
}

std::string TextOf(const step::RingFenced& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    return "A player whose base in a period is minus " + money(step.player_loss) +
           " or lower is ring-fenced. Such amounts, and revenue that settles them, are not part of the base: " +
           money(step.after) + " now, " + money(step.before) + " before.";
}

std::string TextOf(const step::StatementFollowed& step) {
    const auto money = [&](Decimal amount) { return MoneyText({amount, step.currency}); };
    const std::string period =
        step.period ? " for " + step.period->ToString() : " for a period that ended on " + step.last_day.ToString();
    return "The statement of a sub-affiliate" + period + " carries over or waives " + money(step.base) +
           ". The parent's share of this is " + step.percent.ToString() + " %: " + money(step.amount) + ".";
}

}  // namespace fairlead::commission
