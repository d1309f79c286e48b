#include "base/time/period.hpp"

#include <chrono>
#include <tuple>

#include <fmt/format.h>

namespace fairlead {
namespace {

namespace chrono = std::chrono;

constexpr std::int32_t kFirstHalfMonth = 1 << 24;
constexpr std::int32_t kFirstWeek = 1 << 25;
// The number of the week of 1970-01-01, a Thursday. Weeks before it have numbers from kFirstWeek on, too.
constexpr std::int32_t kWeekOf1970 = kFirstWeek + 200'000;
constexpr std::int32_t kMondayOf1970 = -3;  // The day on which that week began.
constexpr std::int32_t kDaysOfWeek = 7;
constexpr std::int32_t kMonthsPerYear = 12;
constexpr unsigned kSecondHalf = 16;  // The first day of the second half of a month.
constexpr std::size_t kMonthTextLength = 7;
constexpr std::size_t kHalfMonthTextLength = 10;
constexpr std::size_t kWeekTextLength = 8;

// Computed with more bits, because damaged records may have any number.
Date DayAt(std::int64_t days) { return {static_cast<std::int32_t>(days)}; }

Date DayOfCivil(const chrono::year_month_day& civil) {
    return DayAt(chrono::sys_days{civil}.time_since_epoch().count());
}

chrono::year_month_day CivilOf(Date date) { return chrono::sys_days{chrono::days{date.days}}; }

chrono::year_month CivilMonthOf(std::int32_t months) {
    return {chrono::year{months / kMonthsPerYear}, chrono::month{static_cast<unsigned>(months % kMonthsPerYear + 1)}};
}

std::int32_t MonthsOf(const chrono::year_month_day& civil) {
    return int{civil.year()} * kMonthsPerYear + static_cast<std::int32_t>(unsigned{civil.month()}) - 1;
}

Date MondayOf(Period week) { return DayAt((std::int64_t{week.number} - kWeekOf1970) * kDaysOfWeek + kMondayOf1970); }

Period WeekOf(Date date) {
    const std::int64_t days = std::int64_t{date.days} - kMondayOf1970;
    const std::int64_t weeks = days / kDaysOfWeek - (days % kDaysOfWeek < 0 ? 1 : 0);
    return {static_cast<std::int32_t>(kWeekOf1970 + weeks)};
}

// The year of an ISO week is that of its Thursday.
Date ThursdayOf(Period week) { return DayAt(std::int64_t{MondayOf(week).days} + 3); }

std::optional<Period> ReadWeek(std::string_view text) {
    // 4 January is always in the first week of its year.
    const auto january = Date::Parse(std::string(text.substr(0, 4)) + "-01-04");
    const bool digits = text[6] >= '0' && text[6] <= '9' && text[7] >= '0' && text[7] <= '9';
    if (!january || !digits) return std::nullopt;
    const Period week = WeekOf(*january).Plus((text[6] - '0') * 10 + (text[7] - '0') - 1);
    return week.ToString() == text ? std::optional(week) : std::nullopt;
}

}  // namespace

std::string_view NounOf(PeriodKind kind) {
    switch (kind) {
        case PeriodKind::kMonth: return "month";
        case PeriodKind::kHalfMonth: return "half-month";
        case PeriodKind::kWeek: return "week";
    }
    return "period";
}

std::optional<Period> Period::ParseMonth(std::string_view text) {
    if (text.size() != kMonthTextLength) return std::nullopt;
    const auto first = Date::Parse(std::string(text) + "-01");
    return first ? std::optional(Of(*first)) : std::nullopt;
}

std::optional<Period> Period::Parse(std::string_view text) {
    if (text.size() == kMonthTextLength) return ParseMonth(text);
    if (text.size() == kWeekTextLength && text.substr(4, 2) == "-W") return ReadWeek(text);
    const bool half = text.size() == kHalfMonthTextLength && text.substr(kMonthTextLength, 2) == "-H" &&
                      (text.back() == '1' || text.back() == '2');
    const auto month = half ? ParseMonth(text.substr(0, kMonthTextLength)) : std::nullopt;
    if (!month) return std::nullopt;
    return Period{kFirstHalfMonth + month->number * 2 + (text.back() == '2' ? 1 : 0)};
}

std::string Period::ToString() const {
    switch (kind()) {
        case PeriodKind::kMonth: break;
        case PeriodKind::kHalfMonth: {
            const std::int32_t halves = number - kFirstHalfMonth;
            return Period{halves / 2}.ToString() + (halves % 2 == 0 ? "-H1" : "-H2");
        }
        case PeriodKind::kWeek: {
            const auto thursday = CivilOf(ThursdayOf(*this));
            const Date new_year = DayOfCivil(thursday.year() / chrono::January / 1);
            const std::int32_t week = (ThursdayOf(*this).days - new_year.days) / kDaysOfWeek + 1;
            return fmt::format("{:04}-W{:02}", int{thursday.year()}, week);
        }
    }
    return fmt::format("{:04}-{:02}", number / kMonthsPerYear, number % kMonthsPerYear + 1);
}

Period Period::Of(PeriodKind kind, Date date) {
    if (kind == PeriodKind::kWeek) return WeekOf(date);
    const auto civil = CivilOf(date);
    const std::int32_t months = MonthsOf(civil);
    if (kind == PeriodKind::kMonth) return {months};
    return {kFirstHalfMonth + months * 2 + (unsigned{civil.day()} < kSecondHalf ? 0 : 1)};
}

Period Period::FirstOf(PeriodKind kind) {
    if (kind == PeriodKind::kMonth) return {0};
    return {kind == PeriodKind::kWeek ? kFirstWeek : kFirstHalfMonth};
}

PeriodKind Period::kind() const {
    if (number < kFirstHalfMonth) return PeriodKind::kMonth;
    return number < kFirstWeek ? PeriodKind::kHalfMonth : PeriodKind::kWeek;
}

Date Period::FirstDay() const {
    if (kind() == PeriodKind::kWeek) return MondayOf(*this);
    if (kind() == PeriodKind::kMonth) return DayOfCivil(CivilMonthOf(number) / 1);
    const std::int32_t halves = number - kFirstHalfMonth;
    return DayOfCivil(CivilMonthOf(halves / 2) / chrono::day{halves % 2 == 0 ? 1 : kSecondHalf});
}

Date Period::LastDay() const {
    if (kind() == PeriodKind::kWeek) return DayAt(std::int64_t{MondayOf(*this).days} + kDaysOfWeek - 1);
    if (kind() == PeriodKind::kMonth) return DayOfCivil(chrono::year_month_day{CivilMonthOf(number) / chrono::last});
    const std::int32_t halves = number - kFirstHalfMonth;
    if (halves % 2 == 0) return DayOfCivil(CivilMonthOf(halves / 2) / chrono::day{kSecondHalf - 1});
    return Period{halves / 2}.LastDay();
}

std::strong_ordering Period::operator<=>(const Period& other) const {
    if (kind() == other.kind()) return number <=> other.number;
    const auto place = [](const Period& period) { return std::tuple(period.LastDay(), -period.FirstDay().days); };
    return std::tuple_cat(place(*this), std::tuple(number)) <=> std::tuple_cat(place(other), std::tuple(other.number));
}

}  // namespace fairlead
