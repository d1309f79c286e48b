#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "app/reports/open_rows.hpp"
#include "domain/reporting/calendar.hpp"
#include "http/codec/records/record_filters.hpp"

namespace fairlead::http {

// What a list of records takes to show what stands behind a number of a report: every group key by its name, startDate
// and endDate, and the metric.
std::span<const std::string_view> RowParameterNames();
// Those that affiliates may use.
std::span<const std::string_view> RowParameterNamesForAffiliates();

// Reads them for one of the lists; what is wrong is remembered in `given`. The calendar is the operator's. For an
// affiliate, what is not its own is not found by its name, and a name that finds nothing finds no entry.
app::RowSelection ReadRowSelection(const app::OperatorEntry& owner, const reporting::Calendar& calendar,
                                   reporting::OpensAs list, RecordFilters& given,
                                   std::optional<AffiliateId> affiliate = {});

}  // namespace fairlead::http
