// The floor of the PostgreSQL engine: rows of the same size with the same unique key, written over one or more
// connections. Each statement writes a hundred rows and commits. Prints one JSON object.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <libpq-fe.h>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kKeyBytes = 16;
constexpr Oid kBytea = 17;
constexpr Oid kText = 25;
constexpr const char* kInsert = "insert_rows";

struct Options {
    std::string url;
    std::size_t row_bytes = 300;
    int statement_rows = 100;
    int connections = 1;
    std::int64_t rows = 1'000'000;
    double seconds_max = 60;
};

struct Outcome {
    std::int64_t rows = 0;
    double seconds = 0;
};

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

using Answer = std::unique_ptr<PGresult, decltype(&PQclear)>;

// One connection. Any failure ends the program.
class Connection {
public:
    explicit Connection(const std::string& url) : handle_(PQconnectdb(url.c_str()), PQfinish) {
        if (PQstatus(handle_.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(handle_.get()));
    }

    Answer Check(PGresult* result) const {
        Answer answer(result, PQclear);
        const ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            throw std::runtime_error(PQerrorMessage(handle_.get()));
        }
        return answer;
    }
    void Execute(const std::string& sql) const { Check(PQexec(handle_.get(), sql.c_str())); }
    PGconn* handle() const { return handle_.get(); }

private:
    std::unique_ptr<PGconn, decltype(&PQfinish)> handle_;
};

// Inserts rows with random keys and constant bodies. Each statement is durable when it returns.
class Writer {
public:
    Writer(const Options& options, std::uint64_t seed)
        : connection_(options.url),
          rows_(options.statement_rows),
          body_(options.row_bytes - kKeyBytes, 'x'),
          random_(seed) {
        const auto parameters = static_cast<std::size_t>(rows_) * 2;
        keys_.resize(static_cast<std::size_t>(rows_));
        std::vector<Oid> types;
        for (auto& key : keys_) {
            values_.insert(values_.end(), {reinterpret_cast<const char*>(key.data()), body_.data()});
            lengths_.insert(lengths_.end(), {static_cast<int>(kKeyBytes), static_cast<int>(body_.size())});
            types.insert(types.end(), {kBytea, kText});
        }
        formats_.assign(parameters, 1);
        connection_.Check(
            PQprepare(connection_.handle(), kInsert, Statement().c_str(), static_cast<int>(parameters), types.data()));
    }

    // Returns how many rows were new.
    std::int64_t WriteStatement() {
        for (auto& key : keys_) key = {random_(), random_()};
        const Answer answer = connection_.Check(PQexecPrepared(connection_.handle(), kInsert, rows_ * 2, values_.data(),
                                                               lengths_.data(), formats_.data(), 1));
        return PQntuples(answer.get());
    }

private:
    using Key = std::array<std::uint64_t, 2>;
    static_assert(sizeof(Key) == kKeyBytes);

    std::string Statement() const {
        std::string sql = "INSERT INTO rows (key, body) VALUES ";
        for (int row = 0; row < rows_; ++row) {
            sql += fmt::format("{}(${}, ${})", row == 0 ? "" : ", ", row * 2 + 1, row * 2 + 2);
        }
        return sql + " ON CONFLICT (key) DO NOTHING RETURNING seq";
    }

    Connection connection_;
    int rows_;
    const std::string body_;
    std::mt19937_64 random_;
    std::vector<Key> keys_;
    std::vector<const char*> values_;
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

void MakeTable(const std::string& url) {
    Connection(url).Execute(
        "CREATE TABLE rows (seq BIGINT GENERATED ALWAYS AS IDENTITY, key bytea NOT NULL UNIQUE, body TEXT NOT NULL)");
}

// All connections write until they have written enough rows together.
Outcome Measure(const Options& options) {
    MakeTable(options.url);
    std::vector<std::unique_ptr<Writer>> writers;
    for (int i = 0; i < options.connections; ++i) {
        writers.push_back(std::make_unique<Writer>(options, 20'260'310 + static_cast<std::uint64_t>(i)));
    }
    std::atomic<std::int64_t> written = 0;
    std::vector<std::exception_ptr> failures(writers.size());
    const auto start = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < writers.size(); ++i) {
            threads.emplace_back([&, i] {
                try {
                    while (written < options.rows && SecondsSince(start) < options.seconds_max) {
                        written += writers[i]->WriteStatement();
                    }
                } catch (...) {
                    failures[i] = std::current_exception();
                }
            });
        }
    }
    for (const auto& failure : failures) {
        if (failure) std::rethrow_exception(failure);
    }
    return {.rows = written, .seconds = SecondsSince(start)};
}

Options Parse(int argc, char** argv) {
    Options options;
    CLI::App app("Writes rows directly to PostgreSQL and prints the rate.");
    app.add_option("--url", options.url, "URL of an empty database")->required();
    app.add_option("--row-bytes", options.row_bytes, "size of a row")
        ->check(CLI::Range(kKeyBytes + 1, std::size_t{65'536}));
    app.add_option("--statement-rows", options.statement_rows, "rows per statement")->check(CLI::Range(1, 10'000));
    app.add_option("--connections", options.connections, "number of connections")->check(CLI::Range(1, 64));
    app.add_option("--rows", options.rows, "rows to write");
    app.add_option("--seconds-max", options.seconds_max, "stop after this time, even before all rows are written");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const Outcome outcome = Measure(Parse(argc, argv));
        fmt::print("{{\"rows\": {}, \"seconds\": {:.3f}, \"rowsPerSecond\": {:.0f}}}\n", outcome.rows, outcome.seconds,
                   static_cast<double>(outcome.rows) / outcome.seconds);
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "postgres_floor: {}\n", error.what());
        return 1;
    }
}
