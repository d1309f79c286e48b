#include "base/time/time_zone.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <date/tz.h>

namespace fairlead {
namespace {

constexpr std::string_view kDatabase = "/usr/share/zoneinfo/";
constexpr std::string_view kMagic = "TZif";  // RFC 8536.
constexpr std::size_t kNameLengthMax = 64;

// Files of the database that are not zones: copies with other conventions, and the setting of this machine.
constexpr std::array<std::string_view, 5> kNoZones{"posix/", "right/", "posixrules", "localtime", "Factory"};

// The rules of summer time have no end. Changes are listed up to this year.
constexpr date::year kLastYear{2101};

// No offset is larger than a day, and a change of the zone moves local time by a day at most. So no local time is
// further away from the same time in UTC.
constexpr std::int64_t kSearchedMicros = 2 * kMicrosPerDay;

bool HasFormOfName(std::string_view name) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '+' || c == '/';
    };
    return !name.empty() && name.size() <= kNameLengthMax && name.front() != '/' && name.back() != '/' &&
           std::ranges::all_of(name, plain);
}

}  // namespace

bool IsTimeZone(std::string_view name) {
    if (name == "UTC") return true;
    const auto starts_name = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (!HasFormOfName(name) || std::ranges::any_of(kNoZones, starts_name)) return false;
    const std::string path = std::string(kDatabase).append(name);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::array<char, kMagic.size()> head{};
    std::ifstream file(path, std::ios::binary);
    return file.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == kMagic;
}

Status CheckTimeZones() {
    if (IsTimeZone("Europe/London")) return {};
    return Fail(ErrorCode::kUnavailable,
                "this machine has no time zones in " + std::string(kDatabase) + ". Install the package tzdata.");
}

std::optional<TimeZone> TimeZone::Load(std::string_view name) {
    if (name == "UTC") return TimeZone();
    if (!IsTimeZone(name)) return std::nullopt;
    // The library throws if it cannot read a file.
    try {
        const date::time_zone* zone = date::locate_zone(std::string(name));
        TimeZone loaded;
        loaded.changes_.clear();
        auto info = zone->get_info(date::sys_days{date::year{1900} / 1 / 1});
        while (true) {
            const bool first = loaded.changes_.empty();
            const auto from = std::chrono::duration_cast<std::chrono::seconds>(info.begin.time_since_epoch()).count();
            loaded.changes_.push_back(
                {Timestamp{first ? INT64_MIN : from * kMicrosPerSecond}, info.offset.count() * kMicrosPerSecond});
            if (info.end >= date::sys_days{kLastYear / 1 / 1}) return loaded;
            info = zone->get_info(info.end);
        }
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::vector<TimeZone::Change>::const_iterator TimeZone::ChangeAt(Timestamp time) const {
    return std::ranges::upper_bound(changes_, time, {}, &Change::from) - 1;
}

Date TimeZone::DateOf(Timestamp time) const { return Date::OfUtc(Timestamp{time.micros + OffsetAt(time)}); }

// The earliest moment with this local time. If clocks skip it, the offset before the change applies.
Timestamp TimeZone::FromLocal(std::int64_t local_micros) const {
    for (auto change = ChangeAt(Timestamp{local_micros - kSearchedMicros});; ++change) {
        const Timestamp time{local_micros - change->offset_micros};
        if (time < change->from) return Timestamp{local_micros - (change - 1)->offset_micros};
        if (change + 1 == changes_.end() || time < (change + 1)->from) return time;
    }
}

Timestamp TimeZone::StartOf(Date date) const {
    const std::int64_t midnight = date.days * kMicrosPerDay;
    for (auto change = ChangeAt(Timestamp{midnight - kSearchedMicros});; ++change) {
        const Timestamp start = std::max(change->from, Timestamp{midnight - change->offset_micros});
        if (change + 1 == changes_.end() || start < (change + 1)->from) return start;
    }
}

TimeZone TimeZone::Until(Timestamp end, const TimeZone& next) const {
    TimeZone joined;
    joined.changes_.clear();
    std::ranges::copy_if(changes_, std::back_inserter(joined.changes_),
                         [&](const auto& one) { return one.from < end; });
    joined.changes_.push_back({end, next.OffsetAt(end)});
    std::ranges::copy_if(next.changes_, std::back_inserter(joined.changes_),
                         [&](const auto& one) { return one.from > end; });
    return joined;
}

Timestamp TimeZone::PlusMonths(Timestamp time, int months) const {
    const std::int64_t local = time.micros + OffsetAt(time);
    const Date day = Date::OfUtc(Timestamp{local});
    const Period target{Period::Of(day).number + months};
    const std::int32_t day_of_month = day.days - Period::Of(day).FirstDay().days;
    const Date moved{std::min(target.FirstDay().days + day_of_month, target.LastDay().days)};
    return FromLocal(moved.days * kMicrosPerDay + (local - day.days * kMicrosPerDay));
}

std::vector<TimeZone::Offset> TimeZone::OffsetsBetween(Timestamp from, Timestamp to) const {
    std::vector<Offset> offsets{{from, OffsetAt(from)}};
    for (auto change = std::ranges::upper_bound(changes_, from, {}, &Change::from);
         change != changes_.end() && change->from < to; ++change) {
        offsets.push_back({change->from, change->offset_micros});
    }
    return offsets;
}

}  // namespace fairlead
