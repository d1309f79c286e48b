#pragma once

#include <memory>
#include <string>

#include "domain/reporting/report_table.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

enum class ReportFormat : std::uint8_t { kCsv, kJson };

// The answer with a report. A large report is streamed as the client reads it. CSV is sent as a file to download;
// `name` may contain any characters. A header names the money that has no exchange rate; JSON names it too if `notes`
// is true. A saved report has exactly the members of the interface, so it has no notes.
Response AnswerReport(std::shared_ptr<const reporting::ReportTable> table, ReportFormat format, std::string_view name,
                      bool notes);

}  // namespace fairlead::http
