#include "ledger/postgres/postgres_connection.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include <poll.h>

#include "base/time/time.hpp"
#include "ledger/migrations/migrations.hpp"
#include "ledger/postgres/binary_form.hpp"
#include "ledger/postgres/read_results.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Dialect kPostgresDialect{.uuid = "uuid",
                                   .bytes = "bytea",
                                   .decimal = "numeric(38,8)",
                                   .for_update = "FOR UPDATE",
                                   .clustered = "",
                                   .bytewise = "COLLATE \"C\"",
                                   .server_clock = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
                                   .indexed_by = ""};

// A statement that is not answered within this time has failed. It is a little longer than statement_timeout, so that a
// busy server can report its own timeout. PrimaryWatch notices sooner that a server does not answer at all.
constexpr int kAnswerTimeoutMs = 35'000;
constexpr int kForEver = -1;
constexpr int kLookEveryMs = 250;
constexpr int kListenMs = 5000;
constexpr std::int64_t kMigrationLock = 7'246'177'010'001;

// The numbers of rows per statement. As many statements as possible have the first number, then the second, and so on,
// so that few different statements are prepared.
constexpr std::array<std::size_t, 3> kInsertedRowsAtOnce{64, 8, 1};
// The smallest numbers of rows for a COPY and for a common look-up. For fewer rows, their overhead is too large.
constexpr std::size_t kCopiedRowsMin = 24;
constexpr std::size_t kLookedUpRowsMin = 8;
constexpr std::size_t kCopyPieceBytes = 1 << 16;

constexpr Sql kAnnounce("SELECT pg_notify('fairlead_catalogue', '')");

bool IsOk(const PGresult* result) {
    const auto status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

bool IsUniqueViolation(const PGresult* result) {
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state != nullptr && std::string_view(state) == "23505";
}

// The parameters of one execution for libpq. Everything except decimals is sent in binary, so texts need no NUL at the
// end.
class Arguments {
public:
    explicit Arguments(std::span<const Value> parameters)
        : values_(parameters.size()),
          lengths_(parameters.size()),
          formats_(parameters.size()),
          integers_(parameters.size()) {
        for (const Value& value : parameters) Add(value);
    }

    int count() const { return static_cast<int>(count_); }
    const char* const* values() const { return values_.data(); }
    const int* lengths() const { return lengths_.data(); }
    const int* formats() const { return formats_.data(); }

private:
    void Add(const Value& value) {
        const std::size_t i = count_++;
        formats_[i] = value.kind == Value::Kind::kDecimal ? 0 : 1;
        lengths_[i] = static_cast<int>(value.data.size());
        values_[i] = value.data.data() == nullptr ? "" : value.data.data();
        if (value.kind == Value::Kind::kNull) values_[i] = nullptr;
        if (value.kind == Value::Kind::kInteger) {
            auto big_endian = static_cast<std::uint64_t>(value.integer);
            if constexpr (std::endian::native == std::endian::little) big_endian = __builtin_bswap64(big_endian);
            std::memcpy(integers_[i].data(), &big_endian, sizeof(big_endian));
            values_[i] = integers_[i].data();
            lengths_[i] = sizeof(big_endian);
        }
    }

    std::size_t count_ = 0;
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
    std::vector<std::array<char, 8>> integers_;
};

}  // namespace

std::unexpected<Error> PostgresConnection::Failed(std::string_view doing) {
    const std::string_view said = PQerrorMessage(handle_.get());
    telemetry::LogError("the ledger failed", {{"doing", doing}, {"reason", said.empty() ? "no answer in time" : said}});
    if (IsOutage()) return Fail(ErrorCode::kUnavailable, "the ledger is not available at the moment; try again");
    return Fail(ErrorCode::kLedgerFailed, "the ledger failed; see the log for the reason");
}

Status PostgresConnection::Execute(const char* sql) {
    const auto result = Answer(PQsendQuery(handle_.get(), sql));
    return IsOk(result.get()) ? Status() : Status(Failed(sql));
}

Status PostgresConnection::Begin() {
    answer_timeout_ms_ = kAnswerTimeoutMs;
    // In one round trip. Reading the table also locks it until the transaction ends, and a migration waits for that.
    const auto result =
        Answer(PQsendQuery(handle_.get(), "BEGIN; SELECT coalesce(max(number), 0) FROM schema_migrations"));
    if (!IsOk(result.get()) || PQntuples(result.get()) != 1) return Failed("BEGIN");
    ResultRows rows;
    AddRows(result.get(), 0, rows);
    is_outdated_ = rows.Integer(0) > static_cast<std::int64_t>(LatestSchema());
    if (!is_outdated_) return {};
    Rollback();
    telemetry::LogError("the ledger was upgraded by a newer version of the program; upgrade this node", {});
    return Fail(ErrorCode::kUnavailable, "the ledger was upgraded by a newer version. This node must be upgraded too.");
}

Status PostgresConnection::BeginReading() {
    answer_timeout_ms_ = kAnswerTimeoutMs;  // A migration may have changed it.
    return Execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
}

Status PostgresConnection::Commit() {
    if (!LeadsToThePrimary()) return Fail(ErrorCode::kUnavailable, "the ledger has a new primary. Try again.");
    was_warned_ = false;
    TRY(Execute("COMMIT"));
    if (!was_warned_) return {};
    return Fail(ErrorCode::kUnavailable, "the standby of the ledger did not confirm the commit. Send it again.");
}

Status PostgresConnection::BeginMigration() {
    TRY(Execute("BEGIN"));
    answer_timeout_ms_ = kForEver;
    // A migration of another node may take longer than statement_timeout.
    const std::string lock =
        "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(" +
        std::to_string(kMigrationLock) + ")";
    return Execute(lock.c_str());
}

void PostgresConnection::Rollback() {
    PGconn* handle = handle_.get();
    const auto state = PQtransactionStatus(handle);
    // A connection with an unanswered command is not used again, so it is not rolled back.
    const bool ours_to_end = state == PQTRANS_INTRANS || state == PQTRANS_INERROR;
    if (ours_to_end) (void)Answer(PQsendQuery(handle, "ROLLBACK"));
}

Result<std::string> PostgresConnection::Prepared(const Sql& sql, std::size_t rows, const WideInsert* wide) {
    const std::pair key(&sql, rows);
    if (const auto known = statements_.find(key); known != statements_.end()) return known->second;
    std::string name = "s" + std::to_string(statements_.size());
    const std::string text = rows > 1 ? wide->Text(rows) : kPostgresDialect.Expand(sql.text);
    const auto result = Answer(PQsendPrepare(handle_.get(), name.c_str(), text.c_str(), 0, nullptr));
    if (!IsOk(result.get())) return Failed(sql.text);
    statements_.emplace(key, name);
    return name;
}

Result<ResultRows> PostgresConnection::Query(const Sql& sql, std::span<const Value> parameters) {
    const auto name = TRY(Prepared(sql));
    const Arguments arguments(parameters);
    const auto result = Answer(PQsendQueryPrepared(handle_.get(), name.c_str(), arguments.count(), arguments.values(),
                                                   arguments.lengths(), arguments.formats(), /*resultFormat=*/0));
    if (IsUniqueViolation(result.get())) {
        return Fail(ErrorCode::kConflict, "another change has used the same name in the meantime");
    }
    if (!IsOk(result.get())) return Failed(sql.text);
    ResultRows rows;
    AddRows(result.get(), 0, rows);
    return rows;
}

Result<ResultRows> PostgresConnection::QueryEach(const Sql& sql, const ParameterRows& parameters) {
    if (parameters.size() >= kLookedUpRowsMin) {
        const auto lookup = TRY(LookupOf(sql));
        if (*lookup) {
            if (const auto arguments = (*lookup)->lookup.Arguments(parameters)) return LookUp(**lookup, *arguments);
        }
    }
    ResultRows rows;
    TRY(Pipeline(sql, parameters, nullptr, &rows));
    return rows;
}

Result<const std::optional<PostgresConnection::PreparedLookup>*> PostgresConnection::LookupOf(const Sql& sql) {
    if (const auto known = lookups_.find(&sql); known != lookups_.end()) return &known->second;
    const auto single = TRY(Prepared(sql));
    const auto described = Answer(PQsendDescribePrepared(handle_.get(), single.c_str()));
    if (!IsOk(described.get())) return Failed(sql.text);
    std::vector<Oid> types;
    for (int i = 0; i < PQnparams(described.get()); ++i) types.push_back(PQparamtype(described.get(), i));
    std::optional<PreparedLookup> prepared;
    if (auto lookup = BulkLookup::Of(kPostgresDialect.Expand(sql.text), types)) {
        const std::string name = single + "_many";
        const auto result = Answer(PQsendPrepare(handle_.get(), name.c_str(), lookup->text().c_str(), 0, nullptr));
        if (!IsOk(result.get())) return Failed(lookup->text());
        prepared.emplace(name, std::move(*lookup));
    }
    return &lookups_.emplace(&sql, std::move(prepared)).first->second;
}

Result<ResultRows> PostgresConnection::LookUp(const PreparedLookup& prepared, std::span<const std::string> arguments) {
    const auto& [name, lookup] = prepared;
    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const std::string& argument : arguments) {
        values.push_back(argument.data());
        lengths.push_back(static_cast<int>(argument.size()));
    }
    const std::vector<int> formats(arguments.size(), 1);
    const auto result = Answer(PQsendQueryPrepared(handle_.get(), name.c_str(), static_cast<int>(arguments.size()),
                                                   values.data(), lengths.data(), formats.data(), /*resultFormat=*/0));
    if (!IsOk(result.get())) return Failed(lookup.text());
    ResultRows rows;
    AddFoundRows(result.get(), rows);
    return rows;
}

Status PostgresConnection::RunEach(const Sql& sql, const ParameterRows& parameters) {
    if (parameters.empty()) return {};
    const auto wide = WideInsert::Of(sql.text);
    if (wide && parameters.size() >= kCopiedRowsMin) {
        if (const auto command = wide->CopyText()) return Copy(*command, parameters);
    }
    return Pipeline(sql, parameters, wide ? &*wide : nullptr, nullptr);
}

Status PostgresConnection::Copy(const std::string& command, const ParameterRows& parameters) {
    PGconn* handle = handle_.get();
    const auto started = Answer(PQsendQuery(handle, command.c_str()));
    if (PQresultStatus(started.get()) != PGRES_COPY_IN) return Failed(command);
    std::string piece = CopyHead();
    const auto send = [&] {
        const bool taken = PQputCopyData(handle, piece.data(), static_cast<int>(piece.size())) == 1;
        piece.clear();
        return taken && Flush();
    };
    for (std::size_t row = 0; row < parameters.size(); ++row) {
        AppendBinaryRow(piece, parameters.Row(row));
        if (piece.size() >= kCopyPieceBytes && !send()) return Failed(command);
    }
    AppendCopyEnd(piece);
    if (!send() || PQputCopyEnd(handle, nullptr) != 1) return Failed(command);
    const auto done = Answer(1);
    return IsOk(done.get()) ? Status() : Status(Failed(command));
}

Status PostgresConnection::Pipeline(const Sql& sql, const ParameterRows& parameters, const WideInsert* wide,
                                    ResultRows* answers) {
    if (parameters.empty()) return {};
    auto executions = TRY(PlanExecutions(sql, parameters.size(), wide));
    PGconn* handle = handle_.get();
    failed_with_.clear();
    if (PQenterPipelineMode(handle) != 1) return Failed(sql.text);
    Status done = SendAll(executions, parameters);
    if (done) done = ReceiveAll(answers);
    if (PQstatus(handle) != CONNECTION_OK) return done ? Status(Failed(sql.text)) : done;
    if (PQexitPipelineMode(handle) != 1) return done ? Status(Failed(sql.text)) : done;
    return done;
}

// Prepares the statements before anything is sent, because that is not possible in a pipeline.
Result<std::vector<PostgresConnection::Executions>> PostgresConnection::PlanExecutions(const Sql& sql, std::size_t rows,
                                                                                       const WideInsert* wide) {
    std::vector<Executions> plan;
    for (const std::size_t at_once : kInsertedRowsAtOnce) {
        if (at_once > 1 && (wide == nullptr || rows < at_once)) continue;
        if (rows == 0) break;
        auto name = TRY(Prepared(sql, at_once, wide));
        plan.push_back({std::move(name), at_once, rows / at_once});
        rows %= at_once;
    }
    return plan;
}

Status PostgresConnection::SendAll(const std::vector<Executions>& plan, const ParameterRows& parameters) {
    std::size_t row = 0;
    for (const Executions& part : plan) {
        for (std::size_t i = 0; i < part.count; ++i, row += part.rows) {
            const Arguments arguments(parameters.Rows(row, part.rows));
            const int sent =
                PQsendQueryPrepared(handle_.get(), part.statement.c_str(), arguments.count(), arguments.values(),
                                    arguments.lengths(), arguments.formats(), /*resultFormat=*/0);
            if (sent != 1) return Failed("send");
        }
    }
    return PQpipelineSync(handle_.get()) == 1 ? Status() : Status(Failed("send"));
}

Status PostgresConnection::ReceiveAll(ResultRows* answers) {
    Status done;
    for (std::size_t source = 0;;) {
        if (!WaitForResult()) return Failed("pipeline");
        const ResultPtr result(PQgetResult(handle_.get()));
        if (!result) {
            ++source;  // A null ends the results of each execution.
            continue;
        }
        const auto status = PQresultStatus(result.get());
        if (status == PGRES_PIPELINE_SYNC) return done;
        NoteFailure(result.get());
        if (IsOk(result.get())) {
            if (answers != nullptr) AddRows(result.get(), source, *answers);
        } else if (status != PGRES_PIPELINE_ABORTED && done) {
            done = Failed("pipeline");
        }
        if (PQstatus(handle_.get()) != CONNECTION_OK) return done ? Status(Failed("pipeline")) : done;
    }
}

PostgresConnection::ResultPtr PostgresConnection::Answer(int sent) {
    ResultPtr last;
    failed_with_.clear();
    while (sent == 1) {
        if (!WaitForResult()) return nullptr;
        ResultPtr next(PQgetResult(handle_.get()));
        if (!next) break;
        NoteFailure(next.get());
        last = std::move(next);
        const bool copying =
            PQresultStatus(last.get()) == PGRES_COPY_IN || PQresultStatus(last.get()) == PGRES_COPY_OUT;
        if (copying || PQstatus(handle_.get()) != CONNECTION_OK) break;
    }
    return last;
}

// Whether the server has received or sent data before the timeout.
bool PostgresConnection::AwaitTraffic(bool unsent) {
    PGconn* handle = handle_.get();
    pollfd socket{PQsocket(handle), static_cast<short>(unsent ? POLLIN | POLLOUT : POLLIN), 0};
    const std::int64_t since = SteadyMicros();
    while (true) {
        const int ready = poll(&socket, 1, kLookEveryMs);
        if (ready > 0) break;
        if (ready < 0 && errno != EINTR) return false;
        if (answer_timeout_ms_ == kForEver) continue;
        const auto silent_ms = static_cast<int>((SteadyMicros() - since) / 1000);
        if (silent_ms >= answer_timeout_ms_) return false;
        if (watch_ && !watch_->MayStillAnswer(identity_, opened_at_, silent_ms)) return false;
    }
    return (socket.revents & ~POLLOUT) == 0 || PQconsumeInput(handle) == 1;
}

bool PostgresConnection::Flush() {
    int unsent = PQflush(handle_.get());
    while (unsent == 1) {
        if (!AwaitTraffic(/*unsent=*/true)) return false;
        unsent = PQflush(handle_.get());
    }
    return unsent == 0;
}

bool PostgresConnection::WaitForResult() {
    PGconn* handle = handle_.get();
    int unsent = PQflush(handle);
    while (unsent >= 0 && (unsent == 1 || PQisBusy(handle) == 1)) {
        if (!AwaitTraffic(unsent == 1)) return false;
        if (unsent == 1) unsent = PQflush(handle);
    }
    return unsent >= 0;
}

Status PostgresConnection::AnnounceCatalogueChange() { return Run(kAnnounce, {}); }

Status PostgresConnection::ListenForCatalogueChanges() { return Execute("LISTEN fairlead_catalogue"); }

Status PostgresConnection::AwaitCatalogueChange(int wake_descriptor) {
    PGconn* handle = handle_.get();
    const auto take_all = [handle] {
        bool any = false;
        while (PGnotify* notification = PQnotifies(handle)) {
            PQfreemem(notification);
            any = true;
        }
        return any;
    };
    while (!take_all()) {
        std::array<pollfd, 2> descriptors{{{PQsocket(handle), POLLIN, 0}, {wake_descriptor, POLLIN, 0}}};
        const int ready = poll(descriptors.data(), descriptors.size(), kListenMs);
        if (ready < 0 && errno != EINTR) return Failed("listen");
        if (!LeadsToThePrimary()) return Fail(ErrorCode::kUnavailable, "the ledger has a new primary");
        if (ready == 0 || descriptors[1].revents != 0) return {};
        if (descriptors[0].revents != 0 && PQconsumeInput(handle) != 1) return Failed("listen");
    }
    return {};
}

Status PostgresConnection::RunScript(const std::string& portable) {
    return Execute(kPostgresDialect.Expand(portable).c_str());
}

}  // namespace fairlead::ledger
