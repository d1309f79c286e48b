#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "app/reports/report_filters_json.hpp"
#include "domain/reporting/group_keys.hpp"
#include "domain/reporting/metrics.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::app {

// Whether a filter with an unknown name is an error or matches nothing. The names in a saved report may become unknown.
enum class UnknownNames : std::uint8_t { kRefuse, kMatchNothing };

// The order of rows. Rows that are equal are ordered by the values of their groups.
struct ReportOrder {
    std::variant<const reporting::GroupKey*, const reporting::Metric*>
        by;  // One of the request's group keys or metrics.
    bool descending = false;
    bool by_difference = false;  // By the change of the metric, if the report is compared with other days.
};

// A request for a report.
struct ReportRequest {
    std::shared_ptr<const OperatorEntry> owner;
    // If set, the caller may see only this affiliate: only its facts are counted, and links and sources of other
    // affiliates are neither named nor found by name.
    std::optional<AffiliateId> affiliate = {};
    std::vector<const reporting::GroupKey*> groups;  // Empty: only totals.
    std::vector<const reporting::Metric*> metrics;   // At least one.
    ReportFilters filters;
    UnknownNames unknown_names = UnknownNames::kRefuse;
    Date start;  // Both days are included, in the operator's time zone.
    Date end;
    // The days that the values are compared with. A day or a month is compared with the one at the same position in the
    // other range.
    std::optional<reporting::DateRange> compared_with = {};
    std::vector<ReportOrder> order;
    std::optional<std::size_t> limit;       // The maximum of rows. Totals ignore it.
    std::optional<Currency> currency = {};  // The currency of money. Nothing: the base currency in force now.
    bool only_negative = false;             // Only facts with a negative amount are counted.
};

}  // namespace fairlead::app
