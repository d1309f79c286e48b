#pragma once

#include "app/reports/report_request.hpp"

namespace fairlead::app {

// Sets the groups and metrics of a request by name. Unknown names are left out.
void ChooseColumns(ReportRequest& request, const std::vector<std::string>& group_keys,
                   const std::vector<std::string>& metrics);

// The request of a saved report for these days.
ReportRequest RequestOfPreset(std::shared_ptr<const OperatorEntry> owner, const catalogue::ReportPreset& preset,
                              const reporting::DateRange& days);

}  // namespace fairlead::app
