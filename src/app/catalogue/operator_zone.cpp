#include "app/catalogue/operator_zone.hpp"

#include <algorithm>
#include <vector>

namespace fairlead::app {

Status CheckZones(const catalogue::DatedSettings& settings, const std::string& operator_name) {
    std::vector<std::string> names{settings.first_time_zone};
    for (const catalogue::SettingsChange& change : settings.changes) names.push_back(change.time_zone);
    const auto missing = std::ranges::find_if_not(names, IsTimeZone);
    if (missing == names.end()) return {};
    return Fail(ErrorCode::kUnavailable, "this machine does not have the time zone " + *missing + " of the operator " +
                                             operator_name +
                                             ". Install the package tzdata, and tzdata-legacy if that is not enough.");
}

TimeZone LoadZone(const catalogue::DatedSettings& settings) {
    TimeZone zone = TimeZone::Load(settings.first_time_zone).value_or(TimeZone());
    for (const catalogue::SettingsChange& change : settings.changes) {
        zone = zone.Until(change.starts_at, TimeZone::Load(change.time_zone).value_or(TimeZone()));
    }
    return zone;
}

std::string ZoneKey(const catalogue::DatedSettings& settings) {
    std::string key = settings.first_time_zone;
    for (const catalogue::SettingsChange& change : settings.changes) {
        key.append(" ").append(std::to_string(change.starts_at.micros)).append(" ").append(change.time_zone);
    }
    return key;
}

}  // namespace fairlead::app
