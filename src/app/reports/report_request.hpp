#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "app/reports/report_filters_json.hpp"
#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"

namespace fairlead::app {

// Whether a filter that names nothing is a mistake, or leaves nothing over: what a saved report names may be renamed.
enum class UnknownNames : std::uint8_t { kRefuse, kMatchNothing };

// By what rows are ordered, before their group's values.
struct ReportOrder {
    std::variant<const reporting::GroupKey*, const reporting::Metric*> by;  // One of the request's.
    bool descending = false;
};

// A question for a report.
struct ReportRequest {
    std::shared_ptr<const OperatorEntry> owner;
    // For somebody who may see this affiliate's alone: nothing else is counted, and no link or source of another one is
    // named or found by its name.
    std::optional<AffiliateId> affiliate = {};
    std::vector<const reporting::GroupKey*> groups;  // None: totals alone.
    std::vector<const reporting::Metric*> metrics;   // At least one.
    ReportFilters filters;
    UnknownNames unknown_names = UnknownNames::kRefuse;
    Date start;  // Both included, in the operator's time zone.
    Date end;
    std::vector<ReportOrder> order;
    std::optional<std::size_t> limit;  // Of rows; totals ignore it.
};

}  // namespace fairlead::app
