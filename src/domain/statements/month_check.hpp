#pragma once

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/time/time.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {

// Finds what people should check before they close a month: docs/commission.md §3.8. The findings are only warnings.

// An amount is compared with the median of the previous months. A few outliers do not move the median far, so one
// unusual month does not hide the next one.
inline constexpr int kHabitMonths = 6;
inline constexpr int kHabitMonthsMin = 3;     // With fewer months nothing is compared.
inline constexpr int kSpreadsMax = 4;         // How many usual differences an amount may be away from the median.
inline constexpr int kSpreadPercentMin = 10;  // A usual difference is at least this part of the median.
inline constexpr int kMonthPercentMin = 1;    // Differences below this part of the whole month are ignored.
inline constexpr std::string_view kMadToDeviation = "1.4826";  // Makes the median difference a standard deviation.

// What a statement earned in its own month: without carry-overs, waivers and balances.
Decimal EarnedIn(const Statement& statement);

// What an affiliate usually earns per month in one currency.
struct Habit {
    int months = 0;      // How many months are compared.
    Decimal usual;       // Their median.
    Decimal difference;  // How far an amount may be away from it.

    bool IsKnown() const { return months >= kHabitMonthsMin; }
    bool IsUnusual(Decimal amount) const;
};
// `whole_month` is what all statements of the month earn in the currency.
Habit HabitOf(std::vector<Decimal> amounts, Decimal whole_month);

// A statement whose amount is outside the habit of its affiliate.
struct UnusualStatement {
    AffiliateId affiliate;
    Currency currency = *Currency::Parse("EUR");
    std::optional<StatementId> statement;  // Empty if the affiliate has no statement in the month.
    Decimal earned;
    Habit habit;
};

struct MonthComparison {
    std::int64_t compared = 0;
    std::int64_t without_habit = 0;         // Statements of affiliates with too few months.
    std::vector<UnusualStatement> unusual;  // The largest difference first, within a currency.
};

// Compares the statements of a month with those of the kHabitMonths before it. A month without a statement between two
// others counts as 0. Affiliates that have a habit but no statement in the month are compared too, if `should_have_one`
// returns true for them.
MonthComparison CompareMonth(OperatorId owner, Period month, std::span<const Statement> statements,
                             std::span<const Statement> history,
                             const std::function<bool(AffiliateId)>& should_have_one);

// Whether the events of a brand and type have arrived up to the end of a month.
enum class FeedState : std::uint8_t {
    kComplete,
    kSilent,     // The last event is too long before the end of the month.
    kNotJudged,  // Too few events, a type that is rare by nature, or a feed that has stopped long ago.
};
inline constexpr std::array<std::string_view, 3> kFeedStateNames{"complete", "silent", "notJudged"};
inline constexpr std::int64_t kFeedEventsMin = 100;
inline constexpr std::int64_t kFeedSilenceHoursMax = 48;
inline constexpr std::int64_t kFeedStoppedDays = 62;

// `month_end` is the end of the last day in the operator's time zone.
FeedState JudgeFeed(std::string_view event_type, std::int64_t count, Timestamp last_event, Timestamp month_end);

}  // namespace fairlead::statements
