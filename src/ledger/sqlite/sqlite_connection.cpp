#include "ledger/sqlite/sqlite_connection.hpp"

#include <cstring>
#include <utility>

#include "base/assert.hpp"
#include "ledger/sqlite/checked_files.hpp"
#include "ledger/sqlite/page_checksum.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Dialect kSqliteDialect{.uuid = "BLOB",
                                 .bytes = "BLOB",
                                 .decimal = "TEXT",
                                 .for_update = "",
                                 .clustered = "WITHOUT ROWID",
                                 .bytewise = "COLLATE BINARY",
                                 .server_clock = "0",
                                 .indexed_by = "INDEXED BY"};

constexpr Sql kBeginWriting("BEGIN IMMEDIATE");
constexpr Sql kBeginReading("BEGIN");
constexpr Sql kCommit("COMMIT");
constexpr Sql kCopyInto("VACUUM INTO $1");

constexpr int kBusyTimeoutMs = 5000;

// Pages of 4 KiB waste the least space for random keys. With a long log between checkpoints, pages that change often,
// such as the last pages of appended tables, are copied to the file only once.
constexpr const char* kWriterPragmas =
    "PRAGMA page_size=4096; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=32768;"
    "PRAGMA journal_size_limit=268435456; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY; PRAGMA foreign_keys=ON;";
constexpr const char* kReaderPragmas = "PRAGMA query_only=ON; PRAGMA cache_size=-4096; PRAGMA temp_store=MEMORY;";

bool IsFailedSync(int code) { return code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_DIR_FSYNC; }

void AddRow(sqlite3_stmt* statement, std::size_t source, ResultRows& rows) {
    rows.StartRow(source);
    for (int column = 0; column < sqlite3_column_count(statement); ++column) {
        switch (sqlite3_column_type(statement, column)) {
            case SQLITE_NULL: rows.AddNull(); break;
            case SQLITE_INTEGER: rows.AddInteger(sqlite3_column_int64(statement, column)); break;
            default: {
                const auto* data = static_cast<const char*>(sqlite3_column_blob(statement, column));
                const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
                rows.AddText(std::string_view(data == nullptr ? "" : data, length));
            }
        }
    }
}

}  // namespace

// Texts are not copied, because every statement is reset before its parameters are destroyed.
int BindValue(sqlite3_stmt* statement, int index, const Value& value) {
    const char* data = value.data.data() == nullptr ? "" : value.data.data();
    switch (value.kind) {
        case Value::Kind::kNull: return sqlite3_bind_null(statement, index);
        case Value::Kind::kInteger: return sqlite3_bind_int64(statement, index, value.integer);
        case Value::Kind::kText:
        case Value::Kind::kDecimal:
            return sqlite3_bind_text64(statement, index, data, value.data.size(), SQLITE_STATIC, SQLITE_UTF8);
        case Value::Kind::kBytes:
        case Value::Kind::kUuid: return sqlite3_bind_blob64(statement, index, data, value.data.size(), SQLITE_STATIC);
    }
    return SQLITE_MISUSE;
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::Open(const std::string& path, SqliteRole role) {
    const int mode = role == SqliteRole::kWriter ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    sqlite3* handle = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &handle, mode | SQLITE_OPEN_NOMUTEX, CheckedFilesName());
    std::unique_ptr<SqliteConnection> connection(new SqliteConnection(handle, role));
    if (code != SQLITE_OK) {
        return Fail(ErrorCode::kLedgerFailed, "cannot open the ledger at " + path + ": " + sqlite3_errstr(code));
    }
    if (role == SqliteRole::kWriter) connection->ReserveChecksums();
    TRY(connection->Configure());
    return connection;
}

// Decides the form of a new file. An existing one keeps its own.
void SqliteConnection::ReserveChecksums() {
    int bytes = static_cast<int>(kPageChecksumBytes);
    sqlite3_file_control(handle_.get(), "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
    sqlite3_file_control(handle_.get(), "main", kExpectChecksums, nullptr);
}

Status SqliteConnection::Configure() {
    sqlite3_extended_result_codes(handle_.get(), 1);
    sqlite3_busy_timeout(handle_.get(), kBusyTimeoutMs);
    const char* pragmas = role_ == SqliteRole::kWriter ? kWriterPragmas : kReaderPragmas;
    const int code = sqlite3_exec(handle_.get(), pragmas, nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Status() : Failed(code, "configure");
}

std::unexpected<Error> SqliteConnection::Failed(int code, std::string_view doing) {
    const char* reason = sqlite3_errmsg(handle_.get());
    if (IsFailedSync(code)) {
        telemetry::LogAndAbort("the ledger failed: a sync to disk failed, so the service ends",
                               {{"doing", doing}, {"reason", reason}});
    }
    telemetry::LogError("the ledger failed", {{"doing", doing}, {"reason", reason}});
    const bool full = (code & 0xFF) == SQLITE_FULL;
    disk_was_full_ = disk_was_full_ || full;
    if (full) return Fail(ErrorCode::kUnavailable, "the ledger's disk is full");
    return Fail(ErrorCode::kLedgerFailed, "the ledger failed; see the log for the reason");
}

Status SqliteConnection::Begin() { return Run(role_ == SqliteRole::kWriter ? kBeginWriting : kBeginReading, {}); }

Status SqliteConnection::Commit() { return Run(kCommit, {}); }

void SqliteConnection::Rollback() {
    if (sqlite3_get_autocommit(handle_.get()) != 0) return MakeRoom();
    sqlite3_exec(handle_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    MakeRoom();
}

void SqliteConnection::MakeRoom() {
    if (!std::exchange(disk_was_full_, false) || role_ != SqliteRole::kWriter) return;
    // The log may have filled the disk long before its next automatic checkpoint. A checkpoint copies its pages to the
    // file, and the log starts over. A failure is harmless: the next full disk tries again.
    const int code = sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    if (IsFailedSync(code)) (void)Failed(code, "checkpoint");
}

Status SqliteConnection::CopyTo(const std::string& path) { return Run(kCopyInto, {Value::Of(std::string_view(path))}); }

Result<bool> SqliteConnection::CopyLogIntoFile() {
    const int code = sqlite3_wal_checkpoint_v2(handle_.get(), nullptr, SQLITE_CHECKPOINT_FULL, nullptr, nullptr);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) return false;
    if (code != SQLITE_OK) return Failed(code, "checkpoint");
    return true;
}

void SqliteConnection::KeepLogOnClose() {
    sqlite3_db_config(handle_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

Result<sqlite3_stmt*> SqliteConnection::Prepared(const Sql& sql) {
    if (const auto known = statements_.find(&sql); known != statements_.end()) return known->second.get();
    const std::string text = kSqliteDialect.Expand(sql.text);
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(handle_.get(), text.c_str(), static_cast<int>(text.size() + 1),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return Failed(code, sql.text);
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
        // "$3" is a name for SQLite: it has the third position only if it appears third.
        FAIRLEAD_ASSERT(sqlite3_bind_parameter_name(statement, i) == "$" + std::to_string(i));
    }
    return statements_.emplace(&sql, Statement(statement)).first->second.get();
}

Status SqliteConnection::Step(sqlite3_stmt* statement, std::span<const Value> parameters, std::size_t source,
                              ResultRows* rows) {
    int code = SQLITE_OK;
    for (std::size_t i = 0; i < parameters.size() && code == SQLITE_OK; ++i) {
        code = BindValue(statement, static_cast<int>(i + 1), parameters[i]);
    }
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    while (code == SQLITE_ROW) {
        if (rows != nullptr) AddRow(statement, source, *rows);
        code = sqlite3_step(statement);
    }
    const Status done = code == SQLITE_DONE ? Status() : Failed(code, sqlite3_sql(statement));
    sqlite3_reset(statement);
    return done;
}

Result<ResultRows> SqliteConnection::Query(const Sql& sql, std::span<const Value> parameters) {
    const auto statement = TRY(Prepared(sql));
    ResultRows rows;
    TRY(Step(statement, parameters, 0, &rows));
    return rows;
}

Result<ResultRows> SqliteConnection::QueryEach(const Sql& sql, const ParameterRows& parameters) {
    const auto statement = TRY(Prepared(sql));
    ResultRows rows;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        TRY(Step(statement, parameters.Row(i), i, &rows));
    }
    return rows;
}

Status SqliteConnection::RunEach(const Sql& sql, const ParameterRows& parameters) {
    const auto statement = TRY(Prepared(sql));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        TRY(Step(statement, parameters.Row(i), i, nullptr));
    }
    return {};
}

Status SqliteConnection::RunScript(const std::string& portable) {
    const int code = sqlite3_exec(handle_.get(), kSqliteDialect.Expand(portable).c_str(), nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? Status() : Failed(code, "script");
}

}  // namespace fairlead::ledger
