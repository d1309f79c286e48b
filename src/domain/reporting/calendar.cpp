#include "domain/reporting/calendar.hpp"

#include <charconv>
#include <ranges>

#include "domain/reporting/fact_minute.hpp"

namespace fairlead::reporting {
namespace {

constexpr std::int64_t kMicrosPerHour = 60 * kMicrosPerMinute;
constexpr int kDaysPerWeek = 7;
constexpr int kMonthsPerYear = 12;

int YearOf(Date date) { return Period::Of(date).number / kMonthsPerYear; }
Date NewYear(int year) { return Period{year * kMonthsPerYear}.FirstDay(); }

// At least two digits.
std::string Padded(std::int64_t number) {
    const std::string digits = std::to_string(number);
    return digits.size() < 2 ? "0" + digits : digits;
}

// A week belongs to the year of its Thursday.
std::string WeekName(Date monday) {
    const Date thursday{monday.days + 3};
    const int year = YearOf(thursday);
    const int week = (thursday.days - NewYear(year).days) / kDaysPerWeek + 1;
    return thursday.ToString().substr(0, 4).append("-W").append(Padded(week));
}

// The Monday of the week with this name, or nothing.
std::optional<Date> FindWeek(std::string_view name) {
    if (name.size() != 8 || name.substr(4, 2) != "-W") return std::nullopt;
    int year = 0;
    int week = 0;
    const bool numbers = std::from_chars(name.data(), name.data() + 4, year).ptr == name.data() + 4 &&
                         std::from_chars(name.data() + 6, name.data() + 8, week).ptr == name.data() + 8;
    if (!numbers || year < 1 || week < 1) return std::nullopt;
    // The fourth of January is always in the first week. 1970-01-01 was a Thursday.
    const std::int32_t fourth = NewYear(year).days + 3;
    const std::int32_t weekday = ((fourth + 3) % kDaysPerWeek + kDaysPerWeek) % kDaysPerWeek;
    const Date monday{fourth - weekday + (week - 1) * kDaysPerWeek};
    return WeekName(monday) == name ? std::optional(monday) : std::nullopt;
}

}  // namespace

std::string Calendar::HourName(Timestamp start) const {
    const std::int64_t offset = zone_.OffsetsBetween(start, start).front().micros;
    const Timestamp local{start.micros + offset};
    const Date day = Date::OfUtc(local);
    const std::int64_t minutes = std::abs(offset) / kMicrosPerMinute;
    const std::int64_t hour = (local.micros - day.days * kMicrosPerDay) / kMicrosPerHour;
    return day.ToString()
        .append("T")
        .append(Padded(hour))
        .append(offset < 0 ? "-" : "+")
        .append(Padded(minutes / 60))
        .append(":")
        .append(Padded(minutes % 60));
}

std::string Calendar::Name(TimeBucket bucket, std::int64_t value) const {
    switch (bucket) {
        case TimeBucket::kHour: return HourName(Timestamp{value * kMicrosPerMinute});
        case TimeBucket::kDate: return Date{static_cast<std::int32_t>(value)}.ToString();
        case TimeBucket::kWeek: return WeekName(Date{static_cast<std::int32_t>(value)});
        case TimeBucket::kMonth: return Period{static_cast<std::int32_t>(value)}.ToString();
    }
    return {};
}

std::optional<TimeSpan> Calendar::FindHour(std::string_view name) const {
    constexpr std::size_t kUpToHour = 13;  // "2026-03-10T14"
    if (name.size() <= kUpToHour) return std::nullopt;
    const auto start =
        Timestamp::ParseIso8601(std::string(name.substr(0, kUpToHour)).append(":00").append(name.substr(kUpToHour)));
    if (!start) return std::nullopt;
    // If clocks change within the hour, only the part of the hour with this name is found.
    Timestamp end{start->micros + kMicrosPerHour};
    const auto offsets = zone_.OffsetsBetween(*start, end);
    for (const auto& offset : offsets | std::views::reverse) {
        if (HourName(offset.from) == name) return TimeSpan{offset.from, end};
        end = offset.from;
    }
    return std::nullopt;
}

std::optional<TimeSpan> Calendar::Find(TimeBucket bucket, std::string_view name) const {
    if (bucket == TimeBucket::kHour) return FindHour(name);
    if (bucket == TimeBucket::kMonth) {
        const auto month = Period::ParseMonth(name);
        return month ? std::optional(SpanOf(month->FirstDay(), month->LastDay())) : std::nullopt;
    }
    const auto first = bucket == TimeBucket::kDate ? Date::Parse(name) : FindWeek(name);
    if (!first) return std::nullopt;
    return SpanOf(*first, {first->days + (bucket == TimeBucket::kDate ? 0 : kDaysPerWeek - 1)});
}

}  // namespace fairlead::reporting
