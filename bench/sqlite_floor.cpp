// The floor for the service: one thread writes rows of the same size directly to SQLite with the same durability. The
// work of the service per event comes on top. Prints one JSON object.
#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sqlite3.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kKeyBytes = 16;

struct Options {
    std::string file;
    std::size_t row_bytes = 300;
    std::int64_t transaction_rows = 100;
    std::int64_t rows = 1'000'000;
    double seconds_max = 60;
    bool keyed = false;  // Keeps a unique index on a random key, which idempotency needs.
    std::vector<std::int64_t>
        marks;  // Row counts, ascending. At each, the rate over the next `window_rows` is reported.
    std::int64_t window_rows = 500'000;
    int cache_mb = 64;
};

struct Mark {
    std::int64_t rows;
    double rows_per_second;
};

struct Outcome {
    std::int64_t rows = 0;
    double seconds = 0;
    std::vector<Mark> marks;
};

// One connection. Any failure ends the program.
class Database {
public:
    explicit Database(const std::string& file) { Check(sqlite3_open(file.c_str(), &handle_)); }
    ~Database() { sqlite3_close_v2(handle_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void Check(int code) const {
        if (code != SQLITE_OK && code != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_));
    }
    void Execute(const std::string& sql) const { Check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr)); }
    sqlite3* handle() const { return handle_; }

private:
    sqlite3* handle_ = nullptr;
};

// Inserts rows with random keys and constant bodies. Each transaction is durable when it returns.
class Writer {
public:
    Writer(const Database& database, const Options& options)
        : database_(database), body_(options.row_bytes - kKeyBytes, 'x') {
        database_.Execute(
            fmt::format("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                        "PRAGMA wal_autocheckpoint = 100000; PRAGMA cache_size = -{};"
                        "CREATE TABLE rows (seq INTEGER PRIMARY KEY, key BLOB NOT NULL {}, body TEXT NOT NULL)",
                        options.cache_mb * 1024, options.keyed ? "UNIQUE" : ""));
        database_.Check(sqlite3_prepare_v2(database_.handle(), "INSERT INTO rows (key, body) VALUES (?, ?)", -1,
                                           &insert_, nullptr));
        database_.Check(sqlite3_bind_text(insert_, 2, body_.data(), static_cast<int>(body_.size()), SQLITE_STATIC));
    }
    ~Writer() { sqlite3_finalize(insert_); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    void WriteTransaction(std::int64_t rows) {
        database_.Execute("BEGIN IMMEDIATE");
        for (std::int64_t row = 0; row < rows; ++row) WriteRow();
        database_.Execute("COMMIT");
    }

private:
    void WriteRow() {
        const std::array<std::uint64_t, 2> words{random_(), random_()};
        static_assert(sizeof(words) == kKeyBytes);
        database_.Check(sqlite3_bind_blob(insert_, 1, words.data(), kKeyBytes, SQLITE_STATIC));
        database_.Check(sqlite3_step(insert_));
        database_.Check(sqlite3_reset(insert_));
    }

    const Database& database_;
    const std::string body_;
    sqlite3_stmt* insert_ = nullptr;
    std::mt19937_64 random_{20'260'310};
};

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Follows the number of rows and records the rate of the window that begins at each mark.
class Windows {
public:
    Windows(const Options& options, std::vector<Mark>& marks) : options_(options), marks_(marks) {}

    void Advance(std::int64_t rows) {
        if (open_ && rows - first_row_ >= options_.window_rows) {
            marks_.push_back({first_row_, static_cast<double>(rows - first_row_) / SecondsSince(start_)});
            open_ = false;
            ++next_;
        }
        if (!open_ && next_ < options_.marks.size() && rows >= options_.marks[next_]) {
            open_ = true;
            first_row_ = rows;
            start_ = Clock::now();
        }
    }

private:
    const Options& options_;
    std::vector<Mark>& marks_;
    std::size_t next_ = 0;
    bool open_ = false;
    std::int64_t first_row_ = 0;
    Clock::time_point start_;
};

Outcome Measure(const Options& options) {
    const Database database(options.file);
    Writer writer(database, options);
    Outcome outcome;
    Windows windows(options, outcome.marks);
    const auto start = Clock::now();
    windows.Advance(0);
    while (outcome.rows < options.rows && SecondsSince(start) < options.seconds_max) {
        writer.WriteTransaction(options.transaction_rows);
        outcome.rows += options.transaction_rows;
        windows.Advance(outcome.rows);
    }
    outcome.seconds = SecondsSince(start);
    return outcome;
}

Options Parse(int argc, char** argv) {
    Options options;
    CLI::App app("Writes rows directly to SQLite and prints the rate.");
    app.add_option("--file", options.file, "the new database file; it must not exist")->required();
    app.add_option("--row-bytes", options.row_bytes, "size of a row")
        ->check(CLI::Range(kKeyBytes + 1, std::size_t{65'536}));
    app.add_option("--transaction-rows", options.transaction_rows, "rows per transaction")->check(CLI::PositiveNumber);
    app.add_option("--rows", options.rows, "rows to write");
    app.add_option("--seconds-max", options.seconds_max, "stop after this time, even before all rows are written");
    app.add_flag("--keyed", options.keyed, "keep a unique index on a random 16-byte key");
    app.add_option("--marks", options.marks, "row counts at which to report the rate")->delimiter(',');
    app.add_option("--window-rows", options.window_rows, "rows over which a mark's rate is measured");
    app.add_option("--cache-mb", options.cache_mb, "size of SQLite's page cache");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    if (std::filesystem::exists(options.file)) throw std::runtime_error(options.file + " exists");
    return options;
}

void Print(const Outcome& outcome) {
    std::string marks;
    for (const auto& mark : outcome.marks) {
        marks += fmt::format("{}{{\"rows\": {}, \"rowsPerSecond\": {:.0f}}}", marks.empty() ? "" : ", ", mark.rows,
                             mark.rows_per_second);
    }
    fmt::print("{{\"rows\": {}, \"seconds\": {:.3f}, \"rowsPerSecond\": {:.0f}, \"marks\": [{}]}}\n", outcome.rows,
               outcome.seconds, static_cast<double>(outcome.rows) / outcome.seconds, marks);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        Print(Measure(Parse(argc, argv)));
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "sqlite_floor: {}\n", error.what());
        return 1;
    }
}
