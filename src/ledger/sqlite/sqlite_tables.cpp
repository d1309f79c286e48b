#include "ledger/sqlite/sqlite_tables.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>

#include "base/number/decimal.hpp"
#include "ledger/archive/disk_file.hpp"
#include "ledger/backup/restored_ledger.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

struct FinalizeStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

std::unexpected<Error> SqliteFailed(sqlite3* handle, const std::string& doing) {
    return Fail(ErrorCode::kLedgerFailed, "cannot " + doing + ": " + sqlite3_errmsg(handle));
}

Result<Statement> Prepare(sqlite3* handle, const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
        return SqliteFailed(handle, sql);
    }
    return Statement(statement);
}

Value StoredCell(sqlite3_stmt* statement, int column) {
    const auto data = [&] {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
        return std::string_view(bytes == nullptr ? "" : bytes,
                                static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
    };
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_NULL: return Value::Null();
        case SQLITE_INTEGER: return Value::Of(sqlite3_column_int64(statement, column));
        case SQLITE_BLOB: return {Value::Kind::kBytes, 0, data()};
        default: return {Value::Kind::kText, 0, data()};
    }
}

class SqliteTableReader final : public TableReader {
public:
    SqliteTableReader(std::unique_ptr<SqliteConnection> connection, std::size_t schema)
        : connection_(std::move(connection)), schema_(schema) {}

    std::string_view engine() const override { return "sqlite"; }
    std::size_t schema() const override { return schema_; }

    Result<std::vector<std::string>> Columns(const std::string& table) override {
        const auto statement = TRY(Prepare(connection_->handle(), "SELECT * FROM " + table));
        std::vector<std::string> columns;
        for (int i = 0; i < sqlite3_column_count(statement.get()); ++i) {
            columns.emplace_back(sqlite3_column_name(statement.get(), i));
        }
        return columns;
    }

    Status ReadAll(const std::string& table, const RowTaken& take) override {
        const auto statement = TRY(Prepare(connection_->handle(), "SELECT * FROM " + table));
        std::vector<Value> row(static_cast<std::size_t>(sqlite3_column_count(statement.get())));
        int code = sqlite3_step(statement.get());
        for (; code == SQLITE_ROW; code = sqlite3_step(statement.get())) {
            for (std::size_t i = 0; i < row.size(); ++i) row[i] = StoredCell(statement.get(), static_cast<int>(i));
            TRY(take(row));
        }
        return code == SQLITE_DONE ? Status() : Status(SqliteFailed(connection_->handle(), "read " + table));
    }

private:
    std::unique_ptr<SqliteConnection> connection_;
    std::size_t schema_;
};

// An incomplete file is removed, so neither a journal nor syncs are needed during loading.
constexpr const char* kLoadQuickly = "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;";
constexpr const char* kSettleDown = "PRAGMA synchronous=FULL; PRAGMA journal_mode=WAL;";

class SqliteTableLoader final : public TableLoader {
public:
    explicit SqliteTableLoader(fs::path path)
        : path_(std::move(path)), unfinished_(path_.string() + std::string(kUnfinishedEnding)) {}

    ~SqliteTableLoader() override {
        statement_.reset();
        connection_.reset();
        if (started_) RemoveUnfinished();
    }

    Status Start(std::size_t schema) override {
        std::error_code ignored;
        if (fs::exists(path_, ignored)) {
            return Fail(ErrorCode::kUnavailable, "there is a ledger at " + path_.string() +
                                                     ": a backup is restored to a new data folder or database");
        }
        started_ = true;
        RemoveUnfinished();
        auto opened = TRY(SqliteConnection::Open(unfinished_, SqliteRole::kWriter));
        connection_ = std::move(opened);
        schema_ = schema;
        return InOrder([&] { return connection_->RunScript(kLoadQuickly); }, [&] { return connection_->Begin(); },
                       [&] { return ApplyMigrations(*connection_, MigrationTarget::kSqlite, 1, schema_); });
    }

    Status StartTable(const std::string& table, const std::vector<std::string>& columns) override {
        std::string names;
        std::string places;
        for (const std::string& column : columns) {
            names += (names.empty() ? "" : ", ") + column;
            places += places.empty() ? "?" : ", ?";
        }
        auto prepared =
            TRY(Prepare(connection_->handle(), "INSERT INTO " + table + " (" + names + ") VALUES (" + places + ")"));
        statement_ = std::move(prepared);
        table_ = table;
        return {};
    }

    Status Add(std::span<const Value> row) override {
        sqlite3_stmt* statement = statement_.get();
        decimals_.clear();
        decimals_.reserve(row.size());
        int code = SQLITE_OK;
        for (std::size_t i = 0; i < row.size() && code == SQLITE_OK; ++i) {
            code = BindValue(statement, static_cast<int>(i + 1), InOurForm(row[i]));
        }
        if (code == SQLITE_OK) code = sqlite3_step(statement);
        const Status done =
            code == SQLITE_DONE ? Status() : Status(SqliteFailed(connection_->handle(), "fill " + table_));
        sqlite3_reset(statement);
        return done;
    }

    Status EndTable() override {
        statement_.reset();
        return {};
    }

    Status Finish() override {
        auto done = InOrder(
            [&] { return ApplyMigrations(*connection_, MigrationTarget::kSqlite, schema_ + 1, LatestSchema()); },
            [&] { return BeginAsRestored(*connection_, Now()); }, [&] { return connection_->Commit(); },
            [&] { return connection_->RunScript(kSettleDown); });
        if (!done) return done;
        connection_.reset();
        return PutInPlace();
    }

private:
    // Another engine writes decimals with trailing zeros.
    Value InOurForm(const Value& value) {
        if (value.kind != Value::Kind::kDecimal) return value;
        const auto decimal = Decimal::Parse(value.data, Decimal::kSumDigitsMax);
        if (!decimal) return value;
        return Value::DecimalText(decimals_.emplace_back(decimal->ToString()));
    }

    Status PutInPlace() {
        const DiskFile file(unfinished_, O_RDONLY);
        std::error_code error;
        const bool synced = file.is_open() && file.Sync();
        if (synced) fs::rename(unfinished_, path_, error);
        if (!synced || error || !SyncFolder(path_.parent_path())) {
            return Fail(ErrorCode::kLedgerFailed, "cannot put the ledger at " + path_.string());
        }
        started_ = false;
        return {};
    }

    void RemoveUnfinished() {
        std::error_code ignored;
        for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
            fs::remove(unfinished_.string() + ending, ignored);
        }
    }

    fs::path path_;
    fs::path unfinished_;
    std::unique_ptr<SqliteConnection> connection_;
    std::size_t schema_ = 0;
    bool started_ = false;
    std::string table_;
    Statement statement_;
    std::vector<std::string> decimals_;  // The decimals of the current row.
};

}  // namespace

Result<std::unique_ptr<TableReader>> ReadSqliteTables(const fs::path& path) {
    auto connection = TRY(SqliteConnection::Open(path, SqliteRole::kReader));
    TRY(connection->BeginReading());
    // The first query fixes the snapshot.
    const auto schema = TRY(ReadSchemaVersion(*connection));
    return std::make_unique<SqliteTableReader>(std::move(connection), schema);
}

std::unique_ptr<TableLoader> LoadSqliteTables(const fs::path& path) {
    return std::make_unique<SqliteTableLoader>(path);
}

}  // namespace fairlead::ledger
