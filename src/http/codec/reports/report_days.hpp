#pragma once

#include <optional>

#include "domain/reporting/relative_period.hpp"
#include "http/codec/json/body_members.hpp"

namespace fairlead::http {

// The days of a report, and the relative period that they come from, if any.
struct ReportDays {
    reporting::DateRange range;
    std::optional<reporting::RelativePeriod> period = {};
};

// Reads `startDate`, `endDate` and `period`. Errors are added to the members. `today` decides a relative period.
ReportDays ReadReportDays(BodyMembers& members, Date today);

// Reads `compareTo`, or `compareStartDate` and `compareEndDate`: the days that the report is compared with. If
// none of them is given, `usual` decides. Nothing if the report is not compared, or after an error.
std::optional<reporting::DateRange> ReadComparedDays(BodyMembers& members, const ReportDays& days,
                                                     std::optional<reporting::ComparedWith> usual = {});

}  // namespace fairlead::http
