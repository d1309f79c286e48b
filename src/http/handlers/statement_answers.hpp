#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/ports/statement_records.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// Whether a table is asked for rather than JSON.
Result<bool> AsksForCsv(const Request& request);

// The statement as a table, to be saved as a file.
Response StatementDownload(const app::StatementRecord& record, const app::OperatorEntry& owner);

}  // namespace fairlead::http
