#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/date.hpp"

namespace fairlead {

// How long the periods are for which statements are made. The numbers are part of stored periods: append only.
enum class PeriodKind : std::uint8_t {
    kMonth,
    kHalfMonth,  // Days 1 to 15, and 16 to the last day.
    kWeek,       // An ISO week, from Monday.
};
inline constexpr std::array<std::string_view, 3> kPeriodKindNames{"month", "halfMonth", "week"};
inline constexpr std::array kPeriodKinds{PeriodKind::kMonth, PeriodKind::kHalfMonth, PeriodKind::kWeek};

// Says in an error which texts Period::Parse accepts.
inline constexpr std::string_view kPeriodForms =
    "must be a month like 2026-03, a half-month like 2026-03-H1 or a week like 2026-W11";

// "month", "half-month" or "week", for sentences.
std::string_view NounOf(PeriodKind kind);

// A period for which statements are made: a calendar month, half a month or a week. Its kind and its place in the
// calendar are one number, which is stored. The number of a month is as it was before there were other kinds.
struct Period {
    // A month: the months since January of the year 0. Numbers of other kinds are greater than all of these.
    std::int32_t number = 0;

    // Accepts only the forms "2026-03", "2026-03-H1" and "2026-W11".
    static std::optional<Period> Parse(std::string_view text);
    // Accepts only months.
    static std::optional<Period> ParseMonth(std::string_view text);
    std::string ToString() const;

    // The month of a day, or its period of another kind.
    static Period Of(Date date) { return Of(PeriodKind::kMonth, date); }
    static Period Of(PeriodKind kind, Date date);
    // The least number of a kind. The numbers of a kind ascend with time.
    static Period FirstOf(PeriodKind kind);

    PeriodKind kind() const;
    Date FirstDay() const;
    Date LastDay() const;
    // The calendar month in which the period ends.
    Period Month() const { return Of(LastDay()); }
    // The next period of the same kind, or the one that is `count` later or earlier.
    constexpr Period Next() const { return Plus(1); }
    constexpr Period Plus(std::int32_t count) const { return {number + count}; }

    constexpr bool operator==(const Period&) const = default;
    // Compares by the last day. If two periods end on the same day, the shorter one comes first.
    std::strong_ordering operator<=>(const Period& other) const;
};

}  // namespace fairlead
