#pragma once

#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// A statement as RFC 4180 writes tables: a row of names, a row per line, and a row that begins with Total. Names and
// notes that a spreadsheet would take for a formula have an apostrophe in front.
std::string StatementCsv(const app::StatementRecord& record, const app::OperatorEntry& owner);

}  // namespace fairlead::http
