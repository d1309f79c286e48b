#pragma once

#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// A statement as CSV (RFC 4180): a header row, a row per line, and a row that begins with Total. Names and notes that a
// spreadsheet would run as a formula start with an apostrophe.
std::string StatementCsv(const app::StatementRecord& record, const app::OperatorEntry& owner);

}  // namespace fairlead::http
