#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {

// Copies the log of a ledger into its file, so that the next commit starts the log over. While the changes of a ledger
// are followed, its writer seldom can do this itself: the follower always reads something that is not copied yet.
class LogTurnover {
public:
    static Result<LogTurnover> Open(const std::string& ledger);

    // Copies as much of the log as readers allow. Returns whether all of it is copied.
    Result<bool> Copy();
    // Prevents commits until Unlock. False if the writer did not leave a gap within a second.
    bool TryLock();
    void Unlock();

private:
    LogTurnover(std::unique_ptr<SqliteConnection> copier, std::unique_ptr<SqliteConnection> locker)
        : copier_(std::move(copier)), locker_(std::move(locker)) {}

    std::unique_ptr<SqliteConnection> copier_;
    std::unique_ptr<SqliteConnection> locker_;  // SQLite copies nothing on a connection with a transaction.
};

}  // namespace fairlead::ledger
