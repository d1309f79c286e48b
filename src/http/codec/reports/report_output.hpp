#pragma once

#include <memory>
#include <string>

#include "domain/reporting/report_table.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

enum class ReportFormat : std::uint8_t { kCsv, kJson };

// The answer that shows a report; a large one is written as the client takes it. CSV is a download of this name, which
// may have any characters.
Response AnswerReport(std::shared_ptr<const reporting::ReportTable> table, ReportFormat format, std::string_view name);

}  // namespace fairlead::http
