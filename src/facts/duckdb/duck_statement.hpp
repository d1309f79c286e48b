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
    kDamaged,      // The file does not hold what it should.
    kInvalidated,  // DuckDB will not do anything more with this file until it is opened again.
    kTimedOut,
    kOther,
};

// Why DuckDB did not do something. The message is for the log, not for whoever asked.
struct DuckFault {
    DuckFaultKind kind = DuckFaultKind::kOther;
    std::string message;
};

template <class T>
using DuckOutcome = std::expected<T, DuckFault>;

DuckFault FaultOf(const char* message);

using DuckDeadline = std::chrono::steady_clock::time_point;

// Some rows of an answer, valid in the call that they are handed to. No value is NULL.
class DuckRows {
public:
    explicit DuckRows(duckdb_data_chunk chunk);

    std::size_t count() const { return count_; }
    // Of a column of any type of integers.
    __extension__ using Wide = __int128;
    Wide Integer(std::size_t column, std::size_t row) const;
    std::int64_t Narrow(std::size_t column, std::size_t row) const {
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

// UUIDs are kept as numbers with a sign, in the same order.
duckdb_hugeint NumberOfId(const Uuid& id);

// Runs statements of which nothing comes back.
DuckOutcome<void> Run(duckdb_connection connection, const std::string& sql);

// Runs one statement and answers how many rows it has changed. Where DuckDB's own threads have all of the work in hand
// it sleeps: Run would ask again and again until they are done.
DuckOutcome<std::int64_t> RunOne(duckdb_connection connection, const std::string& sql);

// Hands over the answer as it is made. After a fault the connection is of no use any more.
DuckOutcome<void> Ask(duckdb_connection connection, const std::string& sql, DuckDeadline deadline,
                      const std::function<void(const DuckRows&)>& each);

}  // namespace fairlead::facts
