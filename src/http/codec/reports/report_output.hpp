#pragma once

#include <memory>
#include <string>

#include "domain/reporting/report_table.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

enum class ReportFormat : std::uint8_t { kCsv, kJson };

// The answer with a report. A large report is streamed as the client reads it. CSV is sent as a file to download;
// `name` may contain any characters.
Response AnswerReport(std::shared_ptr<const reporting::ReportTable> table, ReportFormat format, std::string_view name);

}  // namespace fairlead::http
