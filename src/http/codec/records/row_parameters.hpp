#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "app/reports/open_rows.hpp"
#include "domain/reporting/calendar.hpp"
#include "http/codec/records/record_filters.hpp"

namespace fairlead::http {

// The parameters with which a list shows the records behind a number of a report: every group key by its name,
// startDate, endDate and metric.
std::span<const std::string_view> RowParameterNames();
// The parameters that affiliates may use.
std::span<const std::string_view> RowParameterNamesForAffiliates();

// Reads the parameters for a list. `given` keeps the first error. The calendar is the operator's. An affiliate finds
// only its own objects by name, and an unknown name matches no record.
app::RowSelection ReadRowSelection(const app::OperatorEntry& owner, const reporting::Calendar& calendar,
                                   reporting::OpensAs list, RecordFilters& given,
                                   std::optional<AffiliateId> affiliate = {});

}  // namespace fairlead::http
