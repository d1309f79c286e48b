#pragma once

#include "app/declarations/value_checks.hpp"
#include "app/reports/report_request.hpp"
#include "http/codec/reports/report_output.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The query parameters of a report.
struct ReportAddress {
    ReportFormat format = ReportFormat::kCsv;
    std::optional<Date> start;
    std::optional<Date> end;
};
Result<ReportAddress> ReadReportAddress(const Request& request, ReportFormat format_default);

// The request of a saved report. `today` decides its relative period.
Result<app::ReportRequest> RequestOf(std::shared_ptr<const app::OperatorEntry> owner,
                                     const catalogue::ReportPreset& preset, const ReportAddress& address, Date today);

// Reads the request of an ad hoc report from its body. `today` decides a relative period.
std::expected<app::ReportRequest, app::Errors> ReadReportBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                              const boost::json::value& body, Date today);

}  // namespace fairlead::http
