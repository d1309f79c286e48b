#include "ledger/sqlite/log_turnover.hpp"

#include <chrono>
#include <thread>

#include <sqlite3.h>

#include "base/time/time.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kLockMicrosMax = kMicrosPerSecond;
// A busy writer leaves gaps of well below a millisecond between its transactions.
constexpr auto kPauseBetweenLocks = std::chrono::microseconds(100);

// Connections that never write pages of their own. Closing the last one keeps the log, so that following can resume.
Result<std::unique_ptr<SqliteConnection>> OpenQuietWriter(const std::string& ledger) {
    auto connection = TRY(SqliteConnection::Open(ledger, SqliteRole::kWriter));
    connection->KeepLogOnClose();
    sqlite3_busy_timeout(connection->handle(), 0);
    return connection;
}

}  // namespace

Result<LogTurnover> LogTurnover::Open(const std::string& ledger) {
    auto copier = TRY(OpenQuietWriter(ledger));
    auto locker = TRY(OpenQuietWriter(ledger));
    return LogTurnover(std::move(copier), std::move(locker));
}

Result<bool> LogTurnover::Copy() {
    int frames = 0;
    int copied = 0;
    const int code = sqlite3_wal_checkpoint_v2(copier_->handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) return false;
    if (code != SQLITE_OK) {
        return Fail(ErrorCode::kLedgerFailed,
                    std::string("cannot copy the log into the ledger: ") + sqlite3_errmsg(copier_->handle()));
    }
    return frames == copied;
}

bool LogTurnover::TryLock() {
    const std::int64_t deadline = SteadyMicros() + kLockMicrosMax;
    while (sqlite3_exec(locker_->handle(), "BEGIN IMMEDIATE", nullptr, nullptr, nullptr) != SQLITE_OK) {
        if (SteadyMicros() > deadline) return false;
        std::this_thread::sleep_for(kPauseBetweenLocks);
    }
    return true;
}

void LogTurnover::Unlock() { sqlite3_exec(locker_->handle(), "ROLLBACK", nullptr, nullptr, nullptr); }

}  // namespace fairlead::ledger
