#pragma once

#include "app/clock/clock_guard.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// The clock that dates what a connection writes. A connection without a guard trusts the system's clock.

Result<Timestamp> ReadClock(const Connection& connection);
Status CheckClock(const Connection& connection);
Status CheckCommitTime(const Connection& connection, const app::ClockGuard::CommitView& view);

// The time for the record of a confirmation (ClockGuard::ReadToConfirm), compared with the last commit of all operators
// and with the server.
Result<Timestamp> ReadClockToConfirm(Connection& connection);

// Asks the server for its time and compares. Passes if the ledger is a file.
Status CompareClocks(Connection& connection);

}  // namespace fairlead::ledger
