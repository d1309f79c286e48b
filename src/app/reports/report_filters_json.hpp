#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead::app {

// The values that a report is filtered by, for each group key.
using ReportFilters = std::map<std::string, std::vector<std::string>>;

std::string FiltersToText(const ReportFilters& filters);
// The text must have been written by FiltersToText.
ReportFilters FiltersFromText(std::string_view text);

}  // namespace fairlead::app
