#pragma once

#include <string>
#include <string_view>

#include "domain/reporting/report_table.hpp"

namespace fairlead::app {

// The parts of a report as CSV, in this order: the head, each row, the tail with the totals.
void AppendCsvHead(const reporting::ReportTable& table, std::string& out);
void AppendCsvRow(const reporting::ReportTable& table, std::size_t row, std::string& out);
void AppendCsvTail(const reporting::ReportTable& table, std::string& out);

// A file name that is valid in every file system and in a header. `ending` is "csv".
std::string SafeFileName(std::string_view name, std::string_view ending);

}  // namespace fairlead::app
