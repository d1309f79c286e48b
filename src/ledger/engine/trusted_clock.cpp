#include "ledger/engine/trusted_clock.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kServerClock("SELECT {server_clock} AS server_clock");

constexpr Sql kNewestRecord(
    "SELECT coalesce(max(last_recorded_at), 0) AS newest, {server_clock} AS server_clock FROM operators");

}  // namespace

Result<Timestamp> ReadClock(const Connection& connection) {
    if (connection.clock() == nullptr) return Now();
    return connection.clock()->Read();
}

Status CheckClock(const Connection& connection) {
    if (connection.clock() == nullptr) return {};
    return connection.clock()->Check();
}

Status CheckCommitTime(const Connection& connection, const app::ClockGuard::CommitView& view) {
    if (connection.clock() == nullptr) return {};
    return connection.clock()->CheckCommit(view);
}

Result<Timestamp> ReadClockToConfirm(Connection& connection) {
    if (connection.clock() == nullptr) return Now();
    const Timestamp before = connection.clock()->ReadUnchecked();
    const auto rows = TRY(connection.Query(kNewestRecord, {}));
    return connection.clock()->ReadToConfirm(
        {before, rows.Time(0, kNewestRecord["server_clock"]), rows.Time(0, kNewestRecord["newest"])});
}

Status CompareClocks(Connection& connection) {
    if (connection.clock() == nullptr) return {};
    const Timestamp before = connection.clock()->ReadUnchecked();
    const auto rows = TRY(connection.Query(kServerClock, {}));
    return connection.clock()->CompareWithServer(before, rows.Time(0, kServerClock["server_clock"]));
}

}  // namespace fairlead::ledger
