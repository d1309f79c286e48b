#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "facts/duckdb/duck_statement.hpp"

namespace fairlead::facts {

// A table function without arguments that lets a statement read chunks of rows from this process. DuckDB's own appender
// copies the rows once more and polls its other threads without a pause. One statement reads at a time. The object must
// outlive the file with which it is registered.
class DuckRowsFeed {
public:
    static constexpr const char* kName = "gathered_facts";

    // Registers the function with these columns. Once per file, before the first use.
    DuckOutcome<void> Register(duckdb_connection connection, std::vector<DuckType> types);

    // An empty chunk with the columns of the function.
    DuckChunk MakeChunk() const;
    // Runs a statement that reads the chunks. The caller keeps the chunks, and none may be empty.
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
