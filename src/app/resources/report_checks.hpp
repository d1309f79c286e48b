#pragma once

#include <string>
#include <vector>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "app/reports/report_filters_json.hpp"

namespace fairlead::app {

// The members of a request that define a report. Each function reads into `out`, or returns errors with the position of
// the item and leaves `out` unchanged.

inline constexpr std::size_t kGroupKeysMax = 10;
inline constexpr std::size_t kMetricsMax = 40;
inline constexpr std::size_t kSortKeysMax = kGroupKeysMax + kMetricsMax;
inline constexpr std::size_t kFilterValuesMax = 1000;
inline constexpr std::size_t kFilterValueLengthMax = 255;

// Names of group keys without duplicates. The list may be empty.
Errors CheckGroupKeys(const boost::json::value& value, std::vector<std::string>& out);
// Names of metrics without duplicates, at least one.
Errors CheckMetrics(const boost::json::value& value, std::vector<std::string>& out);
// An object of group keys with lists of at least one value each. An empty text is a valid value.
Errors CheckFilters(const boost::json::value& value, ReportFilters& out);

// The OpenAPI schemas of these members.
boost::json::object GroupKeysSchema(std::size_t count_min);
boost::json::object MetricsSchema();
boost::json::object FiltersSchema();

}  // namespace fairlead::app
