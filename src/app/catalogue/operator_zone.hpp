#pragma once

#include <string>

#include "domain/catalogue/dated_settings.hpp"

namespace fairlead::app {

// The time zone of an operator at every moment: each zone from the day on which it took effect. Reads files. The names
// were checked when they were stored; a machine without the time zone database uses UTC.
TimeZone LoadZone(const catalogue::DatedSettings& settings);

// Identifies the result of LoadZone, for caches.
std::string ZoneKey(const catalogue::DatedSettings& settings);

}  // namespace fairlead::app
