#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/time.hpp"

namespace fairlead {

// A calendar day, in whichever time zone the context says.
struct Date {
    std::int32_t days = 0;  // Since 1970-01-01.

    // Reads "2026-03-10" and nothing else.
    static std::optional<Date> Parse(std::string_view text);
    std::string ToString() const;

    static Date OfUtc(Timestamp time);

    constexpr auto operator<=>(const Date&) const = default;
};

// A calendar month: what a statement is about.
struct Period {
    std::int32_t months = 0;  // Since January of the year 0.

    // Reads "2026-03" and nothing else.
    static std::optional<Period> Parse(std::string_view text);
    std::string ToString() const;

    static Period Of(Date date);
    Date FirstDay() const;
    Date LastDay() const;
    constexpr Period Next() const { return {months + 1}; }

    constexpr auto operator<=>(const Period&) const = default;
};

}  // namespace fairlead
