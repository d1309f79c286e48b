#include "facts/duckdb/duck_database.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "facts/duckdb/duck_columns.hpp"

namespace fairlead::facts {
namespace {

// Opening has no deadline, because no caller waits for an answer.
constexpr DuckDeadline kNoDeadline = DuckDeadline::max();

std::unexpected<DuckFault> Damaged(std::string message) {
    return std::unexpected(DuckFault{DuckFaultKind::kDamaged, std::move(message)});
}

// No statement may reach a network or another file.
DuckOutcome<DuckConfig> MakeConfig(const DuckOptions& options) {
    const std::array<std::pair<const char*, std::string>, 10> settings{{
        {"memory_limit", fmt::format("{}B", options.memory_bytes_max)},
        {"max_temp_directory_size", fmt::format("{}B", options.spill_bytes_max)},
        {"threads", std::to_string(std::max(1, options.threads))},
        {"enable_external_access", "false"},
        {"autoinstall_known_extensions", "false"},
        {"autoload_known_extensions", "false"},
        {"allow_community_extensions", "false"},
        {"allow_persistent_secrets", "false"},
        // Without this setting each thread first collects rows in its own table, which costs another copy.
        {"preserve_insertion_order", "true"},
        // Every checkpoint compresses the last rows again, so checkpoints are rare. Reading the log takes a second or
        // two.
        {"checkpoint_threshold", "64MB"},
    }};
    DuckConfig config;
    if (duckdb_create_config(config.out()) != DuckDBSuccess) return std::unexpected(DuckFault{});
    for (const auto& [name, value] : settings) {
        if (duckdb_set_config(config.get(), name, value.c_str()) != DuckDBSuccess) {
            return std::unexpected(
                DuckFault{DuckFaultKind::kOther, fmt::format("DuckDB rejects the setting {}", name)});
        }
    }
    return config;
}

// A file that cannot be opened counts as damaged unless the cause is outside the file.
DuckFault OpeningFault(const char* message) {
    constexpr std::array<std::string_view, 9> kOutside{"lock on file",          "Permission denied",  "No space left",
                                                       "Too many open files",   "Out of Memory",      "Is a directory",
                                                       "Read-only file system", "Input/output error", "quota"};
    DuckFault fault = FaultOf(message);
    const auto says = [&](std::string_view word) { return fault.message.contains(word); };
    fault.kind = std::ranges::any_of(kOutside, says) ? DuckFaultKind::kOther : DuckFaultKind::kDamaged;
    return fault;
}

DuckOutcome<DuckFile> OpenFile(const std::string& path, const DuckOptions& options) {
    auto config = TRY(MakeConfig(options));
    DuckFile file;
    char* error = nullptr;
    if (duckdb_open_ext(path.c_str(), file.out(), config.get(), &error) == DuckDBSuccess) return file;
    const DuckFault fault = OpeningFault(error);
    duckdb_free(error);
    return std::unexpected(fault);
}

// DuckDB starts its threads when a file is opened, and they inherit the priority of the opening thread.
DuckOutcome<DuckFile> OpenFileWithNiceThreads(const std::string& path, const DuckOptions& options) {
    DuckOutcome<DuckFile> file;
    std::exception_ptr failure;
    std::thread([&] {
        const auto self = static_cast<id_t>(gettid());
        setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + options.niceness);
        try {
            file = OpenFile(path, options);
        } catch (...) {
            failure = std::current_exception();
        }
    }).join();
    if (failure) std::rethrow_exception(failure);
    return file;
}

}  // namespace

DuckOutcome<std::unique_ptr<DuckDatabase>> DuckDatabase::Open(const std::string& path, const DuckOptions& options) {
    auto file = TRY(OpenFileWithNiceThreads(path, options));
    std::unique_ptr<DuckDatabase> database(new DuckDatabase(std::move(file), options));
    TRY(database->Prepare());
    return database;
}

DuckOutcome<void> DuckDatabase::Prepare() {
    auto connection = TRY(Connect());
    auto done = Run(connection.get(), "SET lock_configuration = true");
    if (done) done = CheckLayout(connection.get());
    if (done) done = LoadWords(connection.get());
    if (done) done = LookAtAmounts(connection.get());
    if (done) done = RegisterFeed(connection.get());
    return done;
}

DuckOutcome<void> DuckDatabase::CheckLayout(duckdb_connection connection) {
    std::int64_t tables = 0;
    auto done = Ask(connection, "SELECT count(*) FROM duckdb_tables()", kNoDeadline,
                    [&](const DuckRows& rows) { tables = rows.Int64(0, 0); });
    if (!done) return done;
    if (tables == 0) return Run(connection, kDuckLayout);
    std::int64_t version = 0;
    done = Ask(connection, "SELECT version FROM layout", kNoDeadline,
               [&](const DuckRows& rows) { version = rows.Int64(0, 0); });
    if (!done) return Damaged(done.error().message);
    if (version != kDuckLayoutVersion) return Damaged(fmt::format("its layout version is {}", version));
    return {};
}

DuckOutcome<void> DuckDatabase::LoadWords(duckdb_connection connection) {
    std::int64_t next = 1;
    bool is_whole = true;
    const auto done = Ask(connection, "SELECT DISTINCT number, word FROM words ORDER BY number", kNoDeadline,
                          [&](const DuckRows& rows) {
                              for (std::size_t row = 0; row < rows.count(); ++row, ++next) {
                                  is_whole &= rows.Int64(0, row) == next && words_.NumberOf(rows.Bytes(1, row)) == next;
                              }
                          });
    if (!done) return Damaged(done.error().message);
    if (!is_whole) return Damaged("its table of words is incomplete");
    words_.MarkSaved(next);
    return {};
}

DuckOutcome<void> DuckDatabase::LookAtAmounts(duckdb_connection connection) {
    auto done = Ask(connection, "SELECT count(*) FROM facts WHERE amount_high <> 0", kNoDeadline,
                    [&](const DuckRows& rows) { amounts_.has_high = rows.Int64(0, 0) > 0; });
    if (!done) return done;
    return Ask(connection, "SELECT DISTINCT owner, currency FROM facts WHERE currency <> 0", kNoDeadline,
               [&](const DuckRows& rows) {
                   for (std::size_t row = 0; row < rows.count(); ++row) {
                       amounts_.currencies.emplace(rows.Int64(0, row), rows.Int64(1, row));
                   }
               });
}

DuckOutcome<void> DuckDatabase::RegisterFeed(duckdb_connection connection) {
    DuckResult facts;
    if (duckdb_query(connection, "SELECT * FROM facts LIMIT 0", facts.get()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_result_error(facts.get())));
    }
    std::vector<DuckType> types;
    for (idx_t column = 0; column < duckdb_column_count(facts.get()); ++column) {
        types.emplace_back(duckdb_column_logical_type(facts.get(), column));
    }
    return feed_.Register(connection, std::move(types));
}

void DuckDatabase::Expect(const DuckAmounts& amounts) {
    {
        const std::shared_lock lock(amounts_mutex_);
        if (amounts_.Include(amounts)) return;
    }
    const std::unique_lock lock(amounts_mutex_);
    amounts_.has_high = amounts_.has_high || amounts.has_high;
    amounts_.currencies.insert(amounts.currencies.begin(), amounts.currencies.end());
}

DuckOutcome<DuckConnection> DuckDatabase::Connect() {
    DuckConnection connection;
    if (duckdb_connect(file_.get(), connection.out()) == DuckDBSuccess) return connection;
    return std::unexpected(DuckFault{DuckFaultKind::kInvalidated, "cannot open a connection"});
}

DuckOutcome<void> DuckDatabase::AskWithin(const std::function<std::string(const DuckDialect&)>& sql,
                                          const std::function<void(const DuckRows&)>& each) {
    const auto deadline = std::chrono::steady_clock::now() + options_.question_time_max;
    auto connection = TRY(Borrow(deadline));
    // Runs in every case. After a fault the connection is not used again.
    const auto give_back = [&](DuckConnection* used) { Return(std::move(*used)); };
    const std::unique_ptr<DuckConnection, decltype(give_back)> lease(&connection, give_back);
    const std::shared_lock lock(amounts_mutex_);
    auto answered = AskInSnapshot(connection.get(), sql, deadline, each);
    if (!answered) connection = DuckConnection();
    return answered;
}

// The planner leaves out conditions that hold for all rows it knows of. Rows that are committed between planning and
// running would then pass the filter. So both happen in one transaction, which begins with its first statement. Words
// are looked up after that, when the words of all visible rows are known.
DuckOutcome<void> DuckDatabase::AskInSnapshot(duckdb_connection connection,
                                              const std::function<std::string(const DuckDialect&)>& sql,
                                              DuckDeadline deadline, const std::function<void(const DuckRows&)>& each) {
    TRY(Run(connection, "BEGIN TRANSACTION; SELECT version FROM layout"));
    TRY(Ask(connection, sql(DuckDialect(words_, amounts_)), deadline, each));
    return Run(connection, "COMMIT");
}

DuckOutcome<DuckConnection> DuckDatabase::Borrow(DuckDeadline deadline) {
    std::unique_lock lock(mutex_);
    if (!returned_.wait_until(lock, deadline, [&] { return lent_ < options_.questions_max; })) {
        return std::unexpected(DuckFault{DuckFaultKind::kTimedOut, "other queries were running"});
    }
    ++lent_;
    if (!idle_.empty()) {
        DuckConnection connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }
    auto connection = Connect();
    if (!connection) --lent_;
    return connection;
}

void DuckDatabase::Return(DuckConnection connection) {
    {
        const std::lock_guard lock(mutex_);
        --lent_;
        if (connection) idle_.push_back(std::move(connection));
    }
    returned_.notify_one();
}

}  // namespace fairlead::facts
