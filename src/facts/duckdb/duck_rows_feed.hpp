#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "facts/duckdb/duck_statement.hpp"

namespace fairlead::facts {

// Lets a statement read chunks of rows that were made here: a table function without arguments. DuckDB's own appender
// copies them once more, and asks without a pause whether its other threads are done. One statement reads at a time. It
// must outlive the file that it is registered with.
class DuckRowsFeed {
public:
    static constexpr const char* kName = "gathered_facts";

    // Makes the function known; its rows have these columns. Once per file, before it is asked for.
    DuckOutcome<void> Register(duckdb_connection connection, std::vector<DuckType> types);

    // An empty chunk with the columns of the function.
    DuckChunk MakeChunk() const;
    // Runs a statement that reads the chunks, which stay the caller's and must not be empty.
    DuckOutcome<void> RunWith(duckdb_connection connection, const std::string& sql,
                              const std::vector<DuckChunk>& chunks);

private:
    static void Bind(duckdb_bind_info info);
    static void Init(duckdb_init_info info);
    static void Next(duckdb_function_info info, duckdb_data_chunk output);

    std::vector<DuckType> types_;
    std::mutex mutex_;  // Held while a statement reads.
    const std::vector<DuckChunk>* chunks_ = nullptr;
    std::size_t next_ = 0;
};

}  // namespace fairlead::facts
