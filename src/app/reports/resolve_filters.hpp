#pragma once

#include <optional>
#include <vector>

#include "app/ports/facts.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"

namespace fairlead::app {

// The resolved filters of a request.
struct ResolvedFilters {
    std::vector<DimensionFilter> dimensions;
    std::vector<reporting::TimeSpan> spans;                       // Within the request's dates, ascending, disjoint.
    std::optional<std::vector<reporting::FactKind>> event_kinds;  // If set, only these events …
    bool only_events = false;                                     // … and, if true, only events.

    bool Selects(reporting::FactKind kind) const;
};

// Finds what each value names: an id, a name in the operator's catalogue, a day … The error has the pointer to the
// value. Blocks if players are named.
Result<ResolvedFilters> ResolveFilters(const ReportRequest& request, const reporting::Calendar& calendar,
                                       RecordQueries& records);

// The ids of the operator's records with this id or name. The empty text stands for records without a value.
std::vector<Uuid> IdsNamed(const OperatorTables& tables, reporting::Dimension dimension, const std::string& value);

}  // namespace fairlead::app
