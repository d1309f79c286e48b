#pragma once

#include "app/declarations/value_checks.hpp"
#include "app/reports/report_request.hpp"
#include "http/codec/reports/report_output.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// What the query of a report's address may say.
struct ReportAddress {
    ReportFormat format = ReportFormat::kCsv;
    std::optional<Date> start;
    std::optional<Date> end;
};
Result<ReportAddress> ReadReportAddress(const Request& request, ReportFormat format_default);

// The request of a saved report, as of today.
Result<app::ReportRequest> RequestOf(std::shared_ptr<const app::OperatorEntry> owner,
                                     const catalogue::ReportPreset& preset, const ReportAddress& address, Date today);

// The request that the body of an ad hoc report makes, as of today.
std::expected<app::ReportRequest, app::Errors> ReadReportBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                              const boost::json::value& body, Date today);

}  // namespace fairlead::http
