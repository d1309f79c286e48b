#pragma once

#include <string>
#include <vector>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "app/reports/report_filters_json.hpp"

namespace fairlead::app {

// The members in which a caller says what a report shows. Each reads into `out`, or says what is wrong, with the place
// of the item, and leaves `out` alone.

inline constexpr std::size_t kGroupKeysMax = 10;
inline constexpr std::size_t kMetricsMax = 40;
inline constexpr std::size_t kFilterValuesMax = 1000;
inline constexpr std::size_t kFilterValueLengthMax = 255;

// Names of group keys, none of them twice. Also none at all.
Errors CheckGroupKeys(const boost::json::value& value, std::vector<std::string>& out);
// Names of metrics, at least one and none of them twice.
Errors CheckMetrics(const boost::json::value& value, std::vector<std::string>& out);
// An object of group keys with lists of at least one value each; an empty text is a value too.
Errors CheckFilters(const boost::json::value& value, ReportFilters& out);

// The schemas of OpenAPI for these.
boost::json::object GroupKeysSchema(std::size_t count_min);
boost::json::object MetricsSchema();
boost::json::object FiltersSchema();

}  // namespace fairlead::app
