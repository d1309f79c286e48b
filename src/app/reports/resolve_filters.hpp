#pragma once

#include <optional>
#include <vector>

#include "app/ports/facts.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/report_request.hpp"
#include "domain/reporting/calendar.hpp"

namespace fairlead::app {

// What the filters of a request come down to.
struct ResolvedFilters {
    std::vector<DimensionFilter> dimensions;
    std::vector<reporting::TimeSpan> spans;                       // Within the request's dates, ascending, apart.
    std::optional<std::vector<reporting::FactKind>> event_kinds;  // Only these events, where given …
    bool only_events = false;                                     // … and nothing but events.

    bool Lets(reporting::FactKind kind) const;
};

// Finds what each value names: an id, a name of the operator's, a day … The error has the pointer to the value.
// Blocks where players are named.
Result<ResolvedFilters> ResolveFilters(const ReportRequest& request, const reporting::Calendar& calendar,
                                       RecordQueries& records);

// The ids of the operator's records that a value names, by id or by name; also those that stand for nobody.
std::vector<Uuid> IdsNamed(const OperatorTables& tables, reporting::Dimension dimension, const std::string& value);

}  // namespace fairlead::app
