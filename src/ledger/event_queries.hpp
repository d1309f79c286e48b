#pragma once

#include "app/ports/record_queries.hpp"
#include "ledger/ledger_index.hpp"

namespace fairlead::ledger {

// What the management API reads of events and clicks. Each call reads a bounded number of rows: what does not pass the
// filters within them is left to the next page.
Result<app::EventPage> ReadEventPage(Session& session, LedgerIndex& index, const app::EventQuery& query);
Result<app::ClickPage> ReadClickPage(Session& session, LedgerIndex& index, const app::ClickQuery& query);

}  // namespace fairlead::ledger
