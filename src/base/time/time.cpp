#include "base/time/time.hpp"

#include <atomic>
#include <chrono>
#include <ctime>
#include <optional>

#include <fmt/format.h>

#include "base/time/set_clock.hpp"

namespace fairlead {
namespace {

namespace chrono = std::chrono;

constexpr std::int64_t kNotSet = INT64_MIN;
std::atomic<std::int64_t> set_clock_micros{kNotSet};

// Reads a fixed number of digits and other fixed characters from the front of a text.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}

    std::optional<int> Digits(std::size_t count) {
        if (rest_.size() < count) return std::nullopt;
        int value = 0;
        for (const char c : rest_.substr(0, count)) {
            if (c < '0' || c > '9') return std::nullopt;
            value = value * 10 + (c - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }

    bool Take(std::string_view any_of) {
        if (rest_.empty() || !any_of.contains(rest_.front())) return false;
        rest_.remove_prefix(1);
        return true;
    }

    char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool AtEnd() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

std::optional<std::int64_t> ReadDateDays(Scanner& in) {
    const auto year = in.Digits(4);
    if (!year || !in.Take("-")) return std::nullopt;
    const auto month = in.Digits(2);
    if (!month || !in.Take("-")) return std::nullopt;
    const auto day = in.Digits(2);
    if (!day) return std::nullopt;
    const chrono::year_month_day date{chrono::year{*year}, chrono::month{static_cast<unsigned>(*month)},
                                      chrono::day{static_cast<unsigned>(*day)}};
    if (*year < 1 || !date.ok()) return std::nullopt;
    return chrono::sys_days{date}.time_since_epoch().count();
}

std::optional<std::int64_t> ReadFractionMicros(Scanner& in) {
    std::int64_t micros = 0;
    std::int64_t scale = kMicrosPerSecond / 10;
    int digits = 0;
    for (; in.Peek() >= '0' && in.Peek() <= '9'; ++digits, scale /= 10) micros += scale * *in.Digits(1);
    if (digits == 0 || digits > 18) return std::nullopt;
    return micros;
}

std::optional<std::int64_t> ReadTimeOfDayMicros(Scanner& in) {
    const auto hour = in.Digits(2);
    if (!hour || *hour > 23 || !in.Take(":")) return std::nullopt;
    const auto minute = in.Digits(2);
    if (!minute || *minute > 59) return std::nullopt;
    std::int64_t micros = (std::int64_t{*hour} * 60 + *minute) * 60 * kMicrosPerSecond;
    if (!in.Take(":")) return micros;
    const auto second = in.Digits(2);
    if (!second || *second > 60) return std::nullopt;
    micros += *second * kMicrosPerSecond;
    if (!in.Take(".,")) return micros;
    const auto fraction = ReadFractionMicros(in);
    return fraction ? std::optional(micros + *fraction) : std::nullopt;
}

std::optional<std::int64_t> ReadOffsetMicros(Scanner& in) {
    if (in.Take("Zz")) return 0;
    const bool west = in.Peek() == '-';
    if (!in.Take("+-")) return std::nullopt;
    const auto hours = in.Digits(2);
    if (!hours || *hours > 23) return std::nullopt;
    const bool colon = in.Take(":");
    const auto minutes = colon || !in.AtEnd() ? in.Digits(2) : std::optional(0);
    if (!minutes || *minutes > 59) return std::nullopt;
    const std::int64_t offset = (std::int64_t{*hours} * 60 + *minutes) * 60 * kMicrosPerSecond;
    return west ? -offset : offset;
}

// The range of years with four digits. An offset or a leap second can move a time out of it.
constexpr Timestamp kFirst{chrono::sys_days{chrono::year{1} / 1 / 1}.time_since_epoch().count() * kMicrosPerDay};
constexpr Timestamp kEnd{chrono::sys_days{chrono::year{10'000} / 1 / 1}.time_since_epoch().count() * kMicrosPerDay};

std::optional<Timestamp> Read(Scanner in) {
    const auto days = ReadDateDays(in);
    if (!days || !in.Take("Tt")) return std::nullopt;
    const auto time_of_day = ReadTimeOfDayMicros(in);
    if (!time_of_day) return std::nullopt;
    const auto offset = ReadOffsetMicros(in);
    if (!offset || !in.AtEnd()) return std::nullopt;
    const Timestamp time{*days * kMicrosPerDay + *time_of_day - *offset};
    return time >= kFirst && time < kEnd ? std::optional(time) : std::nullopt;
}

}  // namespace

Result<Timestamp> Timestamp::ParseIso8601(std::string_view text) {
    const auto time = Read(Scanner(text));
    if (!time) return Fail(ErrorCode::kInvalidTime, "must be an ISO 8601 time with Z or an offset");
    return *time;
}

std::string Timestamp::ToIso8601() const {
    const chrono::sys_time<chrono::microseconds> point{chrono::microseconds{micros}};
    const auto day = chrono::floor<chrono::days>(point);
    const chrono::year_month_day date{day};
    const chrono::hh_mm_ss time{point - day};
    const auto fraction = time.subseconds().count();
    const bool fine = fraction % 1000 != 0;
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:0{}}Z", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count(), fine ? fraction : fraction / 1000, fine ? 6 : 3);
}

void SetClock(Timestamp time) { set_clock_micros.store(time.micros, std::memory_order_relaxed); }

bool IsClockSet() { return set_clock_micros.load(std::memory_order_relaxed) != kNotSet; }

void FollowSystemClock() { set_clock_micros.store(kNotSet, std::memory_order_relaxed); }

Timestamp Now() {
    if (const auto set = set_clock_micros.load(std::memory_order_relaxed); set != kNotSet) return Timestamp{set};
    const auto since_epoch = chrono::system_clock::now().time_since_epoch();
    return Timestamp{chrono::duration_cast<chrono::microseconds>(since_epoch).count()};
}

std::int64_t SteadyMicros() {
    const auto since_start = chrono::steady_clock::now().time_since_epoch();
    return chrono::duration_cast<chrono::microseconds>(since_start).count();
}

std::int64_t BootMicros() {
    timespec since_boot{};
    clock_gettime(CLOCK_BOOTTIME, &since_boot);
    return since_boot.tv_sec * kMicrosPerSecond + since_boot.tv_nsec / 1000;
}

}  // namespace fairlead
