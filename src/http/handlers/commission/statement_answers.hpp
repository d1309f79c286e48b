#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/ports/statement_records.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// Whether the query asks for CSV instead of JSON.
Result<bool> AsksForCsv(const Request& request);

// The statement as a CSV file to download.
Response StatementDownload(const app::StatementRecord& record, const app::OperatorEntry& owner);

}  // namespace fairlead::http
