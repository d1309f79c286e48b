#include "app/reports/preset_request.hpp"

namespace fairlead::app {

void ChooseColumns(ReportRequest& request, const std::vector<std::string>& group_keys,
                   const std::vector<std::string>& metrics) {
    for (const std::string& name : group_keys) {
        if (const auto* key = reporting::FindGroupKey(name)) request.groups.push_back(key);
    }
    for (const std::string& name : metrics) {
        if (const auto* metric = reporting::FindMetric(name)) request.metrics.push_back(metric);
    }
}

ReportRequest RequestOfPreset(std::shared_ptr<const OperatorEntry> owner, const catalogue::ReportPreset& preset,
                              const reporting::DateRange& days) {
    ReportRequest request{.owner = std::move(owner),
                          .groups = {},
                          .metrics = {},
                          .filters = preset.filters,
                          .unknown_names = UnknownNames::kMatchNothing,
                          .start = days.start,
                          .end = days.end,
                          .order = {},
                          .limit = {}};
    ChooseColumns(request, preset.group_keys, preset.metrics);
    return request;
}

}  // namespace fairlead::app
