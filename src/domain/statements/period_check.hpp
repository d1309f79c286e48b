#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/time/time.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// Finds what people should check before they close a period: docs/commission.md §3.8. The findings are only warnings.

// An amount is compared with the median of the previous periods. A few outliers do not move the median far, so one
// unusual period does not hide the next one.
inline constexpr int kHabitPeriods = 6;
inline constexpr int kHabitPeriodsMin = 3;  // With fewer periods nothing is compared.
inline constexpr int kSpreadsMax = 4;       // The largest distance of an amount from the median, in usual differences.
inline constexpr int kSpreadPercentMin = 10;  // A usual difference is at least this part of the median.
inline constexpr int kPeriodPercentMin = 1;   // Differences below this part of the whole period are ignored.
inline constexpr std::string_view kMadToDeviation = "1.4826";  // Turns the median difference into a standard deviation.

// What a statement earned in its own period: without carry-overs, waivers and balances.
Decimal EarnedIn(const Statement& statement);

// What an affiliate usually earns per period in one currency.
struct Habit {
    int periods = 0;     // How many periods are compared.
    Decimal usual;       // Their median.
    Decimal difference;  // How far an amount may be away from it.

    bool IsKnown() const { return periods >= kHabitPeriodsMin; }
    bool IsUnusual(Decimal amount) const;
};
// `whole_period` is what all statements of the period earn in the currency.
Habit HabitOf(const std::vector<Decimal>& amounts, Decimal whole_period);

// A statement whose amount is outside the habit of its affiliate.
struct UnusualStatement {
    AffiliateId affiliate;
    Currency currency = *Currency::Parse("EUR");
    std::optional<StatementId> statement;  // Empty if the affiliate has no statement in this currency.
    Decimal earned;
    Habit habit;
};

struct PeriodComparison {
    std::int64_t compared = 0;
    std::int64_t without_habit = 0;         // Statements of affiliates with too few periods.
    std::vector<UnusualStatement> unusual;  // The largest difference first, within a currency.
};

// Compares the statements of a period with those of the kHabitPeriods before it, per affiliate and currency. A period
// without a statement after the first statement counts as 0. Affiliates that have a habit in a currency but no
// statement in it are compared too, if `should_have_one` returns true for them.
PeriodComparison ComparePeriod(OperatorId owner, Period period, std::span<const Statement> statements,
                               std::span<const Statement> history,
                               const std::function<bool(AffiliateId)>& should_have_one);

// Whether the events of a brand and type have arrived up to the end of a period.
enum class FeedState : std::uint8_t {
    kComplete,
    kSilent,     // The last event is too long before the end of the period.
    kNotJudged,  // Too few events, a type that is rare by nature, or a feed that has stopped long ago.
};
inline constexpr std::array<std::string_view, 3> kFeedStateNames{"complete", "silent", "notJudged"};
inline constexpr std::int64_t kFeedEventsMin = 100;
inline constexpr std::int64_t kFeedSilenceHoursMax = 48;
inline constexpr std::int64_t kFeedStoppedDays = 62;

// `period_end` is the end of the last day of the period in the operator's time zone.
FeedState JudgeFeed(std::string_view event_type, std::int64_t count, Timestamp last_event, Timestamp period_end);

}  // namespace fairlead::statements
