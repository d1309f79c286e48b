#pragma once

#include <string>

#include "base/result.hpp"
#include "domain/catalogue/dated_settings.hpp"

namespace fairlead::app {

// Fails if this machine lacks one of the operator's time zones.
Status CheckZones(const catalogue::DatedSettings& settings, const std::string& operator_name);

// The time zone of an operator at every moment: each zone from the day on which it took effect. Reads files. The names
// were checked when they were stored and when the service started. UTC replaces a zone that has disappeared since.
TimeZone LoadZone(const catalogue::DatedSettings& settings);

// Identifies the result of LoadZone, for caches.
std::string ZoneKey(const catalogue::DatedSettings& settings);

}  // namespace fairlead::app
