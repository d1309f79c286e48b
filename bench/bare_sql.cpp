// Runs hand-written SQL in DuckDB alone, for `./dev bench reports`. Reads one statement per line, runs it, and prints
// one line with the time, the number of rows and the contents of the first row. The file and its settings are those of
// the service. The file must be a copy, because one process owns a file.
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <duckdb.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::string file;
    int threads = 2;
    int memory_mb = 1024;
    int niceness = 0;
};

void Check(duckdb_state state, const std::string& what) {
    if (state != DuckDBSuccess) throw std::runtime_error(what);
}

class Database {
public:
    explicit Database(const Options& options) {
        // DuckDB's threads inherit the priority of the thread that opens the file. That thread runs no queries itself.
        std::thread([&] {
            const auto self = static_cast<id_t>(gettid());
            setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + options.niceness);
            Open(options);
        }).join();
        if (database_ == nullptr) throw std::runtime_error("cannot open the file");
        Check(duckdb_connect(database_, &connection_), "cannot connect");
    }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;
    ~Database() {
        duckdb_disconnect(&connection_);
        duckdb_close(&database_);
    }

    std::string Run(const std::string& sql) {
        duckdb_result result;
        const auto start = Clock::now();
        if (duckdb_query(connection_, sql.c_str(), &result) != DuckDBSuccess) {
            throw std::runtime_error(fmt::format("{}\n{}", sql, duckdb_result_error(&result)));
        }
        const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
        std::string first;
        for (idx_t column = 0; column < duckdb_column_count(&result); ++column) {
            fmt::format_to(std::back_inserter(first), "{}{}", column == 0 ? "" : ", ",
                           duckdb_value_double(&result, column, 0));
        }
        const auto line =
            fmt::format("{{\"ms\": {:.3f}, \"rows\": {}, \"first\": [{}]}}", ms, duckdb_row_count(&result), first);
        duckdb_destroy_result(&result);
        return line;
    }

private:
    void Open(const Options& options) {
        duckdb_config config = nullptr;
        Check(duckdb_create_config(&config), "cannot create the settings");
        duckdb_set_config(config, "threads", std::to_string(options.threads).c_str());
        duckdb_set_config(config, "memory_limit", fmt::format("{}MiB", options.memory_mb).c_str());
        duckdb_set_config(config, "preserve_insertion_order", "false");
        duckdb_open_ext(options.file.c_str(), &database_, config, nullptr);
        duckdb_destroy_config(&config);
    }

    duckdb_database database_ = nullptr;
    duckdb_connection connection_ = nullptr;
};

Options Parse(int argc, char** argv) {
    Options options;
    CLI::App app("Reads SQL from standard input, one statement per line, and prints the time of each statement.");
    app.add_option("--file", options.file, "a copy of the service's DuckDB file")->required()->check(CLI::ExistingFile);
    app.add_option("--threads", options.threads, "threads of DuckDB")->check(CLI::PositiveNumber);
    app.add_option("--memory-mb", options.memory_mb, "memory limit of DuckDB")->check(CLI::PositiveNumber);
    app.add_option("--nice", options.niceness, "niceness of all threads except the one that runs queries")
        ->check(CLI::Range(0, 19));
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
        Database database(Parse(argc, argv));
        std::string sql;
        while (std::getline(std::cin, sql)) std::cout << database.Run(sql) << std::endl;
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "bare_sql: {}\n", error.what());
        return 1;
    }
}
