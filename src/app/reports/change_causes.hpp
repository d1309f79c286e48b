#pragma once

#include "app/reports/explain_change.hpp"

namespace fairlead::app {

// The causes of the change of the whole as parts, without texts. Empty if the metric is a plain count.
Result<std::vector<ChangePart>> FindCauses(const ChangeQuestion& request, const comparison::BeforeAndAfter& whole,
                                           RunReport& run_report);

// A report of the request's filters in one period.
ReportRequest ReportOf(const ChangeQuestion& request, const reporting::DateRange& days);

}  // namespace fairlead::app
