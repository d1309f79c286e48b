#include "base/time/date.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

namespace fairlead {
namespace {

namespace chrono = std::chrono;

constexpr std::size_t kMonthLength = 7;  // "2026-03"
constexpr std::size_t kDateLength = 10;

std::optional<int> Digits(std::string_view text) {
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::optional<chrono::year_month> ReadMonth(std::string_view text) {
    if (text.size() != kMonthLength || text[4] != '-') return std::nullopt;
    const auto year = Digits(text.substr(0, 4));
    const auto month = Digits(text.substr(5));
    if (!year || !month || *year < 1) return std::nullopt;
    const chrono::year_month read{chrono::year{*year}, chrono::month{static_cast<unsigned>(*month)}};
    return read.ok() ? std::optional(read) : std::nullopt;
}

chrono::year_month_day Civil(Date date) { return chrono::sys_days{chrono::days{date.days}}; }

Date FromCivil(const chrono::year_month_day& civil) {
    return {static_cast<std::int32_t>(chrono::sys_days{civil}.time_since_epoch().count())};
}

}  // namespace

std::optional<Date> Date::Parse(std::string_view text) {
    if (text.size() != kDateLength || text[7] != '-') return std::nullopt;
    const auto month = ReadMonth(text.substr(0, kMonthLength));
    const auto day = Digits(text.substr(kMonthLength + 1));
    if (!month || !day) return std::nullopt;
    const chrono::year_month_day civil = *month / chrono::day{static_cast<unsigned>(*day)};
    return civil.ok() ? std::optional(FromCivil(civil)) : std::nullopt;
}

std::string Date::ToString() const {
    const auto civil = Civil(*this);
    return fmt::format("{:04}-{:02}-{:02}", int{civil.year()}, unsigned{civil.month()}, unsigned{civil.day()});
}

Date Date::OfUtc(Timestamp time) {
    const std::int64_t days = time.micros / kMicrosPerDay - (time.micros % kMicrosPerDay < 0 ? 1 : 0);
    return {static_cast<std::int32_t>(days)};
}

Date Date::YearsBefore(int years) const {
    const chrono::year_month_day civil = Civil(*this) - chrono::years{years};
    return FromCivil(civil.ok() ? civil : civil.year() / civil.month() / chrono::last);
}

}  // namespace fairlead
