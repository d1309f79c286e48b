#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include <sqlite3.h>

#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

enum class SqliteRole : std::uint8_t { kWriter, kReader };

// Returns a result code of SQLite. The value must be valid until the statement is reset.
int BindValue(sqlite3_stmt* statement, int index, const Value& value);

// A connection to the embedded engine. The process has one writer, which also runs checkpoints; readers are read-only.
// A failed sync aborts the process, because the state of the disk is then unknown until a restart.
class SqliteConnection final : public Connection {
public:
    static Result<std::unique_ptr<SqliteConnection>> Open(const std::string& path, SqliteRole role);

    Status Begin() override;
    Status BeginReading() override { return Begin(); }
    Status BeginMigration() override { return Begin(); }
    Status Commit() override;
    void Rollback() override;
    Result<ResultRows> Query(const Sql& sql, std::span<const Value> parameters) override;
    Result<ResultRows> QueryEach(const Sql& sql, const ParameterRows& parameters) override;
    Status RunEach(const Sql& sql, const ParameterRows& parameters) override;
    Status RunScript(const std::string& portable) override;
    using Connection::Query;

    // Copies the database to a new file. Its pages have room for checksums.
    Status CopyTo(const std::string& path);
    // Copies the whole log into the file and syncs both. False if a reader does not allow it.
    Result<bool> CopyLogIntoFile();
    // Leaves the log as it is when the connection is closed. Otherwise closing the last connection removes it.
    void KeepLogOnClose();

    // For other files of this folder.
    sqlite3* handle() { return handle_.get(); }

private:
    struct CloseConnection {
        void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    };
    struct FinalizeStatement {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

    SqliteConnection(sqlite3* handle, SqliteRole role) : handle_(handle), role_(role) {}

    void ReserveChecksums();
    Status Configure();
    Result<sqlite3_stmt*> Prepared(const Sql& sql);
    // Runs a statement once and adds its results to `rows`, if given.
    Status Step(sqlite3_stmt* statement, std::span<const Value> parameters, std::size_t source, ResultRows* rows);
    std::unexpected<Error> Failed(int code, std::string_view doing);
    void MakeRoom();

    std::unique_ptr<sqlite3, CloseConnection> handle_;
    SqliteRole role_;
    bool disk_was_full_ = false;
    std::unordered_map<const Sql*, Statement>
        statements_;  // Declared after the connection, so that they are finalised before it closes.
};

}  // namespace fairlead::ledger
