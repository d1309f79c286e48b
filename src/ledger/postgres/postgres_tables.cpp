#include "ledger/postgres/postgres_tables.hpp"

#include <algorithm>

#include "ledger/backup/restored_ledger.hpp"
#include "ledger/index/index_entries.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/copy_format.hpp"
#include "ledger/postgres/postgres_connection.hpp"
#include "ledger/postgres/postgres_index.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

struct ClearResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, ClearResult>;

constexpr Sql kColumns(
    "SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = to_regclass($1)"
    " AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
constexpr Sql kIsThere("SELECT count(*) FROM pg_class WHERE oid = to_regclass('schema_migrations')");

// Copying a large table takes long, and so may writing the backup file.
constexpr const char* kWithoutHurry =
    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
constexpr std::size_t kSendBytes = 1 << 18;

std::unexpected<Error> PostgresFailed(PGconn* handle, const std::string& doing) {
    std::string reason = PQerrorMessage(handle);
    while (reason.ends_with('\n')) reason.pop_back();
    return Fail(ErrorCode::kLedgerFailed, "cannot " + doing + ": " + reason);
}

PostgresType TypeOf(std::string_view name) {
    if (name == "bigint" || name == "integer") return PostgresType::kInteger;
    if (name == "numeric") return PostgresType::kNumeric;
    if (name == "bytea") return PostgresType::kBytes;
    if (name == "uuid") return PostgresType::kUuid;
    return PostgresType::kText;
}

struct TableColumn {
    std::string name;
    PostgresType type;
};

Result<std::vector<TableColumn>> ReadColumns(PostgresConnection& connection, const std::string& table) {
    const auto rows = TRY(connection.Query(kColumns, {Value::Of(std::string_view(table))}));
    if (rows.empty()) return Fail(ErrorCode::kLedgerFailed, "there is no table " + table);
    std::vector<TableColumn> columns;
    for (std::size_t i = 0; i < rows.size(); ++i)
        columns.push_back({rows.String(i, kColumns["name"]), TypeOf(rows.Text(i, kColumns["type"]))});
    return columns;
}

// Uses blocking calls for backup and restore, so that unsent data does not accumulate in memory.
Result<std::unique_ptr<PostgresConnection>> ConnectPatiently(const std::string& url) {
    auto connection = PostgresConnection::Connect(url);
    if (!connection) return connection;
    PGconn* handle = (*connection)->handle();
    if (PQsetnonblocking(handle, 0) != 0) return PostgresFailed(handle, "connect");
    return connection;
}

class PostgresTableReader final : public TableReader {
public:
    PostgresTableReader(std::unique_ptr<PostgresConnection> connection, std::size_t schema)
        : connection_(std::move(connection)), schema_(schema) {}

    std::string_view engine() const override { return "postgresql"; }
    std::size_t schema() const override { return schema_; }

    Result<std::vector<std::string>> Columns(const std::string& table) override {
        const auto columns = TRY(ReadColumns(*connection_, table));
        std::vector<std::string> names;
        for (const TableColumn& column : columns) names.push_back(column.name);
        return names;
    }

    Status ReadAll(const std::string& table, const RowTaken& take) override {
        const auto columns = TRY(ReadColumns(*connection_, table));
        std::string list;
        std::vector<PostgresType> types;
        for (const TableColumn& column : columns) {
            list += (list.empty() ? "" : ", ") + column.name + (column.type == PostgresType::kNumeric ? "::text" : "");
            types.push_back(column.type);
        }
        return CopyOut("COPY (SELECT " + list + " FROM " + table + ") TO STDOUT (FORMAT binary)",
                       CopyParser(std::move(types)), take, "read " + table);
    }

private:
    Status CopyOut(const std::string& sql, CopyParser parser, const RowTaken& take, const std::string& doing) {
        PGconn* handle = connection_->handle();
        const ResultPtr started(PQexec(handle, sql.c_str()));
        if (PQresultStatus(started.get()) != PGRES_COPY_OUT) return PostgresFailed(handle, doing);
        char* piece = nullptr;
        int size = PQgetCopyData(handle, &piece, /*async=*/0);
        for (; size > 0; size = PQgetCopyData(handle, &piece, /*async=*/0)) {
            const std::unique_ptr<char, void (*)(void*)> owned(piece, PQfreemem);
            // After an Error the connection is closed, so the rest does not need to be read.
            TRY(parser.Take({piece, static_cast<std::size_t>(size)}, take));
        }
        const ResultPtr ended(PQgetResult(handle));
        if (size != -1 || PQresultStatus(ended.get()) != PGRES_COMMAND_OK || !parser.IsComplete()) {
            return PostgresFailed(handle, doing);
        }
        while (const ResultPtr rest{PQgetResult(handle)}) {
        }
        return {};
    }

    std::unique_ptr<PostgresConnection> connection_;
    std::size_t schema_;
};

class PostgresTableLoader final : public TableLoader {
public:
    PostgresTableLoader(std::string url, std::shared_ptr<const BlockArchive> archive)
        : url_(std::move(url)), archive_(std::move(archive)) {}

    Status Start(std::size_t schema) override {
        auto connected = TRY(ConnectPatiently(url_));
        connection_ = std::move(connected);
        connection_->set_archive(archive_);
        schema_ = schema;
        return InOrder([&] { return connection_->BeginMigration(); },
                       [&] { return connection_->RunScript(kWithoutHurry); }, [&] { return CheckIsEmpty(); },
                       [&] { return ApplyMigrations(*connection_, MigrationTarget::kPostgres, 1, schema_); });
    }

    Status StartTable(const std::string& table, const std::vector<std::string>& columns) override {
        const auto known = TRY(ReadColumns(*connection_, table));
        std::string list;
        types_.clear();
        for (const std::string& name : columns) {
            const auto found = std::ranges::find(known, name, &TableColumn::name);
            if (found == known.end()) return Fail(ErrorCode::kLedgerFailed, table + " has no column " + name);
            list += (list.empty() ? "" : ", ") + name;
            types_.push_back(found->type);
        }
        table_ = table;
        const ResultPtr started(
            PQexec(connection_->handle(), ("COPY " + table + " (" + list + ") FROM STDIN").c_str()));
        return PQresultStatus(started.get()) == PGRES_COPY_IN ? Status() : Status(FailedToFill());
    }

    Status Add(std::span<const Value> row) override {
        AppendCopyRow(unsent_, row, types_);
        return unsent_.size() < kSendBytes ? Status() : Send();
    }

    Status EndTable() override {
        TRY(Send());
        PGconn* handle = connection_->handle();
        if (PQputCopyEnd(handle, nullptr) != 1) return FailedToFill();
        const ResultPtr ended(PQgetResult(handle));
        if (PQresultStatus(ended.get()) != PGRES_COMMAND_OK) return FailedToFill();
        while (const ResultPtr rest{PQgetResult(handle)}) {
        }
        return {};
    }

    Status Finish() override {
        PostgresIndex index;
        return InOrder(
            [&] { return ApplyMigrations(*connection_, MigrationTarget::kPostgres, schema_ + 1, LatestSchema()); },
            [&] { return BeginAsRestored(*connection_, Now()); },
            // The planner has no statistics of the new rows yet.
            [&] { return connection_->RunScript("ANALYZE"); }, [&] { return FillIndex(*connection_, index); },
            [&] { return connection_->Commit(); });
    }

private:
    Status CheckIsEmpty() {
        const auto found = TRY(connection_->Query(kIsThere, {}));
        if (found.Integer(0) == 0) return {};
        return Fail(ErrorCode::kUnavailable,
                    "there is a ledger in the database: a backup is restored to a new data folder or database");
    }

    Status Send() {
        const int sent = PQputCopyData(connection_->handle(), unsent_.data(), static_cast<int>(unsent_.size()));
        unsent_.clear();
        return sent == 1 ? Status() : Status(FailedToFill());
    }

    std::unexpected<Error> FailedToFill() { return PostgresFailed(connection_->handle(), "fill " + table_); }

    std::string url_;
    std::shared_ptr<const BlockArchive> archive_;
    std::unique_ptr<PostgresConnection> connection_;
    std::size_t schema_ = 0;
    std::string table_;
    std::vector<PostgresType> types_;
    std::string unsent_;
};

}  // namespace

Result<std::unique_ptr<TableReader>> ReadPostgresTables(const std::string& url) {
    auto connection = TRY(ConnectPatiently(url));
    TRY(connection->BeginReading());
    TRY(connection->RunScript(kWithoutHurry));
    // The first query fixes the snapshot.
    const auto schema = TRY(ReadSchemaVersion(*connection));
    return std::make_unique<PostgresTableReader>(std::move(connection), schema);
}

std::unique_ptr<TableLoader> LoadPostgresTables(std::string url, std::shared_ptr<const BlockArchive> archive) {
    return std::make_unique<PostgresTableLoader>(std::move(url), std::move(archive));
}

}  // namespace fairlead::ledger
