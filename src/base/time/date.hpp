#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time/time.hpp"

namespace fairlead {

// A calendar day. The context defines its time zone.
struct Date {
    std::int32_t days = 0;  // Since 1970-01-01.

    // Accepts only the form "2026-03-10".
    static std::optional<Date> Parse(std::string_view text);
    std::string ToString() const;

    static Date OfUtc(Timestamp time);

    // The same day of an earlier year. 29 February becomes 28 February where the year has no such day.
    Date YearsBefore(int years) const;

    constexpr auto operator<=>(const Date&) const = default;
};

}  // namespace fairlead
