#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/uuid.hpp"
#include "facts/duckdb/duck_handles.hpp"

namespace fairlead::facts {

enum class DuckFaultKind : std::uint8_t {
    kDamaged,      // The content of the file is not valid.
    kInvalidated,  // DuckDB refuses all further work on this file until it is opened again.
    kTimedOut,
    kOther,
};

// Why DuckDB failed. The message is for the log, not for the caller of the API.
struct DuckFault {
    DuckFaultKind kind = DuckFaultKind::kOther;
    std::string message;
};

template <class T>
using DuckOutcome = std::expected<T, DuckFault>;

DuckFault FaultOf(const char* message);

using DuckDeadline = std::chrono::steady_clock::time_point;

// Some rows of a result, valid during the call that receives them. No value is NULL.
class DuckRows {
public:
    explicit DuckRows(duckdb_data_chunk chunk);

    std::size_t count() const { return count_; }
    // Reads a column of any integer type.
    __extension__ using Wide = __int128;
    Wide Integer(std::size_t column, std::size_t row) const;
    std::int64_t Int64(std::size_t column, std::size_t row) const {
        return static_cast<std::int64_t>(Integer(column, row));
    }
    std::string_view Bytes(std::size_t column, std::size_t row) const;
    Uuid Id(std::size_t column, std::size_t row) const;

private:
    struct Column {
        duckdb_type type;
        void* data;
    };

    std::size_t count_;
    std::vector<Column> columns_;
};

// UUIDs are stored as signed numbers in the same order.
duckdb_hugeint NumberOfId(const Uuid& id);

// Runs statements that return nothing.
DuckOutcome<void> Run(duckdb_connection connection, const std::string& sql);

// Runs one statement and returns how many rows it changed. Sleeps while DuckDB's own threads do all of the work; Run
// would poll without a pause.
DuckOutcome<std::int64_t> RunOne(duckdb_connection connection, const std::string& sql);

// Passes on the result piece by piece. After a fault the connection must not be used again.
DuckOutcome<void> Ask(duckdb_connection connection, const std::string& sql, DuckDeadline deadline,
                      const std::function<void(const DuckRows&)>& each);

}  // namespace fairlead::facts
