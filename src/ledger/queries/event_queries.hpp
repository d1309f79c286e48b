#pragma once

#include "app/ports/event_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What the management API reads of events and clicks. Each call reads a bounded number of rows: what does not pass the
// filters within them is left to the next page.
Result<app::EventPage> ReadEventPage(Connection& connection, LedgerIndex& index, const app::EventQuery& query,
                                     const app::RowFilter& filter = {});
Result<app::ClickPage> ReadClickPage(Connection& connection, LedgerIndex& index, const app::ClickQuery& query,
                                     const app::RowFilter& filter);

// An event speaks of at most a day after it is sent, an accrual of what its event speaks of. Clocks may differ.
inline constexpr std::int64_t kAheadMicrosMax = 2 * kMicrosPerDay;

// Whether neither an entry that was recorded then nor any before it can be in the range.
inline bool IsBefore(const app::TimeRange& range, Timestamp recorded_at) {
    return range.from && recorded_at.micros < range.from->micros - kAheadMicrosMax;
}

}  // namespace fairlead::ledger
