#include "app/catalogue/operator_zone.hpp"

namespace fairlead::app {

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
