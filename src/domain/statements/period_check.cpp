#include "domain/statements/period_check.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "domain/events/regular_types.hpp"

namespace fairlead::statements {
namespace {

using Earner = std::pair<AffiliateId, Currency>;

Decimal AbsoluteOf(Decimal amount) { return amount.IsNegative() ? -amount : amount; }

Decimal PercentOf(Decimal amount, int percent) {
    return AbsoluteOf(amount).Times(Decimal::FromInteger(percent)).Times(*Decimal::Parse("0.01"));
}

// The median of at least one amount. If the number of amounts is even, the mean of the two in the middle.
Decimal MedianOf(std::vector<Decimal> amounts) {
    std::ranges::sort(amounts);
    const std::size_t middle = amounts.size() / 2;
    if (amounts.size() % 2 == 1) return amounts[middle];
    return (amounts[middle - 1] + amounts[middle]).Times(*Decimal::Parse("0.5"));
}

// What each affiliate earned per period in each currency.
using EarnedByPeriod = std::map<Earner, std::map<Period, Decimal>>;

EarnedByPeriod Gather(std::span<const Statement> statements) {
    EarnedByPeriod earned;
    for (const Statement& statement : statements) {
        earned[{statement.affiliate, statement.currency}][statement.period] += EarnedIn(statement);
    }
    return earned;
}

// The amounts from the first period of the affiliate on, with 0 for periods without a statement.
std::vector<Decimal> AmountsBefore(Period period, const std::map<Period, Decimal>& earned) {
    std::vector<Decimal> amounts;
    if (earned.empty()) return amounts;
    const Period first = std::max(earned.begin()->first, period.Plus(-kHabitPeriods));
    for (Period each = first; each < period; each = each.Next()) {
        const auto found = earned.find(each);
        amounts.push_back(found == earned.end() ? Decimal() : found->second);
    }
    return amounts;
}

}  // namespace

Decimal EarnedIn(const Statement& statement) {
    Decimal earned;
    for (const Line& line : statement.lines) {
        const bool from_elsewhere = line.type == LineType::kCarryOver || line.type == LineType::kWaiver ||
                                    line.type == LineType::kBalance || line.type == LineType::kRingFence;
        if (!from_elsewhere) earned += line.amount;
    }
    return earned;
}

bool Habit::IsUnusual(Decimal amount) const { return IsKnown() && AbsoluteOf(amount - usual) > difference; }

Habit HabitOf(const std::vector<Decimal>& amounts, Decimal whole_period) {
    if (amounts.empty()) return {};
    const Decimal usual = MedianOf(amounts);
    std::vector<Decimal> away;
    for (const Decimal& amount : amounts) away.push_back(AbsoluteOf(amount - usual));
    const Decimal spread =
        std::max(MedianOf(away).Times(*Decimal::Parse(kMadToDeviation)), PercentOf(usual, kSpreadPercentMin));
    const Decimal difference =
        std::max(spread.Times(Decimal::FromInteger(kSpreadsMax)), PercentOf(whole_period, kPeriodPercentMin));
    return {.periods = static_cast<int>(amounts.size()), .usual = usual, .difference = difference};
}

PeriodComparison ComparePeriod(OperatorId owner, Period period, std::span<const Statement> statements,
                               std::span<const Statement> history,
                               const std::function<bool(AffiliateId)>& should_have_one) {
    const EarnedByPeriod before = Gather(history);
    const EarnedByPeriod now = Gather(statements);
    std::map<Currency, Decimal> whole;
    for (const auto& [earner, periods] : now) whole[earner.second] += periods.begin()->second;
    PeriodComparison comparison;
    const auto compare = [&](const Earner& earner, std::optional<StatementId> id, Decimal earned) {
        const auto known = before.find(earner);
        const Habit habit =
            known == before.end() ? Habit() : HabitOf(AmountsBefore(period, known->second), whole[earner.second]);
        ++(habit.IsKnown() ? comparison.compared : comparison.without_habit);
        if (!habit.IsUnusual(earned)) return;
        comparison.unusual.push_back({earner.first, earner.second, id, earned, habit});
    };
    for (const auto& [earner, periods] : now) {
        compare(earner, StatementIdOf(owner, earner.first, period, earner.second), periods.begin()->second);
    }
    for (const auto& [earner, periods] : before) {
        if (now.contains(earner) || !should_have_one(earner.first)) continue;
        const std::vector<Decimal> amounts = AmountsBefore(period, periods);
        if (std::ssize(amounts) >= kHabitPeriodsMin) compare(earner, std::nullopt, Decimal());
    }
    std::ranges::sort(comparison.unusual, [](const UnusualStatement& one, const UnusualStatement& other) {
        if (one.currency != other.currency) return one.currency < other.currency;
        return AbsoluteOf(one.earned - one.habit.usual) > AbsoluteOf(other.earned - other.habit.usual);
    });
    return comparison;
}

FeedState JudgeFeed(std::string_view event_type, std::int64_t count, Timestamp last_event, Timestamp period_end) {
    constexpr std::int64_t kMicrosPerHour = std::int64_t{3600} * 1'000'000;
    const std::int64_t silent_hours = (period_end.micros - last_event.micros) / kMicrosPerHour;
    const bool judged = events::IsRegular(event_type) && count >= kFeedEventsMin;
    if (!judged || silent_hours > kFeedStoppedDays * 24) return FeedState::kNotJudged;
    return silent_hours > kFeedSilenceHoursMax ? FeedState::kSilent : FeedState::kComplete;
}

}  // namespace fairlead::statements
