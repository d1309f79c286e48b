#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/time/time_zone.hpp"
#include "domain/money/money.hpp"

namespace fairlead::catalogue {

// A change of the settings that figures depend on, and the day from which it applies.
struct SettingsChange {
    Date first_day;         // The first day of a month.
    Timestamp starts_at;    // The start of that day in the time zone that applied before.
    std::string time_zone;  // A name of the IANA database.
    Currency base_currency = *Currency::Parse("EUR");

    bool operator==(const SettingsChange&) const = default;
};

// The time zone and the base currency of an operator at every moment. The time zone defines days and months.
struct DatedSettings {
    std::string first_time_zone = "UTC";  // Until the first change.
    Currency first_base_currency = *Currency::Parse("EUR");
    std::vector<SettingsChange> changes;  // Ordered by day. Only the last one may start in the future.

    const std::string& TimeZoneAt(Timestamp time) const;
    Currency BaseCurrencyAt(Timestamp time) const;
    // The change that has not started yet. Null if there is none.
    const SettingsChange* PendingAt(Timestamp now) const;
    DatedSettings WithoutPending(Timestamp now) const;

    bool operator==(const DatedSettings&) const = default;
};

// The base currency on a day, which may be in the future.
Currency BaseCurrencyOn(Date day, Currency first, const std::vector<SettingsChange>& changes);

// The longest time from a request until its change.
inline constexpr std::int32_t kSettingsMonthsAheadMax = 24;

// A request to change the settings. A missing value stays as it is.
struct SettingsRequest {
    std::optional<std::string> time_zone = {};
    std::optional<Currency> base_currency = {};
    std::optional<Date> effective_from = {};  // Missing: at once.
    bool cancels_pending = false;
};

// The zones that a request needs, which the caller has loaded.
struct SettingsZones {
    TimeZone in_force;  // Without the pending change.
    TimeZone wanted;
};

// The settings after a request. A change with a date replaces the pending one. A change without a date applies to all
// of the past as well, so only an operator without records may make it: the caller must check that.
Result<DatedSettings> ReviseSettings(const DatedSettings& before, const SettingsRequest& request,
                                     const SettingsZones& zones, Timestamp now);

}  // namespace fairlead::catalogue
