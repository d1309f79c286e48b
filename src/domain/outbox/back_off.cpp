#include "domain/outbox/back_off.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace fairlead::outbox {
namespace {

constexpr std::int64_t kGrowth = 3;
constexpr std::int64_t kRetryAfterMicrosMax = kMicrosPerDay;
constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

std::optional<std::int64_t> ReadWholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
    return number;
}

// "Sun, 06 Nov 1994 08:49:37 GMT", the only form that servers may send (RFC 9110 §5.6.7).
std::optional<Timestamp> ReadHttpDate(std::string_view text) {
    constexpr std::size_t kLength = 29;
    if (text.size() != kLength || !text.ends_with(" GMT")) return std::nullopt;
    const auto month = std::ranges::find(kMonths, text.substr(8, 3));
    if (month == kMonths.end()) return std::nullopt;
    const auto number = month - kMonths.begin() + 1;
    const std::string iso = std::string(text.substr(12, 4)) + (number < 10 ? "-0" : "-") + std::to_string(number) +
                            "-" + std::string(text.substr(5, 2)) + "T" + std::string(text.substr(17, 8)) + "Z";
    const auto time = Timestamp::ParseIso8601(iso);
    return time ? std::optional(*time) : std::nullopt;
}

}  // namespace

std::int64_t WaitAfter(int failures, double chance) {
    std::int64_t wait = kFirstWaitMicros;
    for (int i = 1; i < failures && wait < kLongestWaitMicros; ++i) wait *= kGrowth;
    wait = std::min(wait, kLongestWaitMicros);
    return wait - static_cast<std::int64_t>(static_cast<double>(wait) / 2 * std::clamp(chance, 0.0, 1.0));
}

std::optional<std::int64_t> ReadRetryAfter(std::string_view value, Timestamp now) {
    if (const auto seconds = ReadWholeNumber(value)) {
        return std::min(*seconds, kRetryAfterMicrosMax / kMicrosPerSecond) * kMicrosPerSecond;
    }
    const auto date = ReadHttpDate(value);
    if (!date) return std::nullopt;
    return std::clamp<std::int64_t>(date->micros - now.micros, 0, kRetryAfterMicrosMax);
}

}  // namespace fairlead::outbox
