#pragma once

#include "app/ports/event_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Pages of events and clicks for the management API. Each call reads a bounded number of rows. If too few of them
// match, the page is short and the next page continues behind them.
Result<app::EventPage> ReadEventPage(Connection& connection, LedgerIndex& index, const app::EventQuery& query,
                                     const app::RowFilter& filter = {});
Result<app::ClickPage> ReadClickPage(Connection& connection, LedgerIndex& index, const app::ClickQuery& query,
                                     const app::RowFilter& filter);

// The events that used these idempotency keys, in the order of the keys. The entry of a new key is empty. Only writers
// may call this.
Result<std::vector<std::optional<EventId>>> FindEventsOfKeys(Connection& connection, LedgerIndex& index,
                                                             OperatorId owner, std::span<const events::KeyDigest> keys);

// The time of an event is at most one day after it was sent, and an accrual has the time of its event. The second day
// allows for clocks that differ.
inline constexpr std::int64_t kAheadMicrosMax = 2 * kMicrosPerDay;

// Whether entries recorded at this time or earlier are all before the range.
inline bool IsBefore(const app::TimeRange& range, Timestamp recorded_at) {
    return range.from && recorded_at.micros < range.from->micros - kAheadMicrosMax;
}

}  // namespace fairlead::ledger
