#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/report_records.hpp"
#include "domain/reporting/calendar.hpp"
#include "http/codec/records/record_filters.hpp"

namespace fairlead::http {

// What a list of records takes to show what stands behind a number of a report: every group key by its name, startDate
// and endDate, and the metric.
std::span<const std::string_view> RowParameterNames();
// Those that affiliates may use.
std::span<const std::string_view> RowParameterNamesForAffiliates();

struct RowParameters {
    app::RowFilter filter;              // Without the player.
    app::TimeRange time;                // Of all that the parameters say about time.
    std::optional<std::string> player;  // An id, or what the operator calls the player.
};

// Reads them for one of the lists; what is wrong is remembered in `given`. The calendar is the operator's. For an
// affiliate, what is not its own is not found by its name, and a name that finds nothing finds no entry.
RowParameters ReadRowParameters(const app::OperatorEntry& owner, const reporting::Calendar& calendar,
                                reporting::OpensAs list, RecordFilters& given,
                                std::optional<AffiliateId> affiliate = {});

// The time in both ranges.
app::TimeRange Overlap(const app::TimeRange& one, const app::TimeRange& other);

// Hands over the filter once it is known who the player is. On any thread.
void CompleteRowFilter(app::ReportRecords& records, OperatorId owner, RowParameters parameters,
                       app::AnswerDone<app::RowFilter> done);

// The one value that a dimension of the filter must have, where there is only one.
template <class IdType>
std::optional<IdType> OnlyId(const app::RowFilter& filter, reporting::Dimension dimension) {
    for (const app::DimensionFilter& each : filter.dimensions) {
        if (each.dimension == dimension && each.ids.size() == 1) return IdType{each.ids.front()};
    }
    return std::nullopt;
}

}  // namespace fairlead::http
