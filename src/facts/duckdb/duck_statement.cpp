#include "facts/duckdb/duck_statement.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <thread>
#include <utility>

#include "base/assert.hpp"

namespace fairlead::facts {
namespace {

using std::chrono::steady_clock;

// The pause while other threads do all of a query's work.
constexpr std::chrono::microseconds kPause{50};
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;

DuckRows::Wide WideOf(const duckdb_hugeint& number) { return (DuckRows::Wide{number.upper} << 64) + number.lower; }

bool HasPassed(DuckDeadline deadline) { return steady_clock::now() >= deadline; }

std::unexpected<DuckFault> TimedOut(duckdb_connection connection) {
    duckdb_interrupt(connection);
    return std::unexpected(DuckFault{DuckFaultKind::kTimedOut, "the time limit was reached"});
}

// Works on the query until its first rows are ready.
DuckOutcome<void> Drive(duckdb_connection connection, duckdb_pending_result pending, DuckDeadline deadline) {
    while (true) {
        const auto state = duckdb_pending_execute_task(pending);
        if (state == DUCKDB_PENDING_RESULT_READY) return {};
        if (state == DUCKDB_PENDING_ERROR) return std::unexpected(FaultOf(duckdb_pending_error(pending)));
        if (HasPassed(deadline)) return TimedOut(connection);
        if (state == DUCKDB_PENDING_NO_TASKS_AVAILABLE) std::this_thread::sleep_for(kPause);
    }
}

DuckOutcome<void> Fetch(duckdb_connection connection, duckdb_result* result, DuckDeadline deadline,
                        const std::function<void(const DuckRows&)>& each) {
    while (true) {
        const DuckChunk chunk(duckdb_fetch_chunk(*result));
        if (!chunk || duckdb_data_chunk_get_size(chunk.get()) == 0) break;
        each(DuckRows(chunk.get()));
        if (HasPassed(deadline)) return TimedOut(connection);
    }
    if (const char* error = duckdb_result_error(result)) return std::unexpected(FaultOf(error));
    return {};
}

}  // namespace

DuckFault FaultOf(const char* message) {
    constexpr std::array<std::string_view, 5> kDamage{"Corrupt", "corrupt", "checksum", "Could not read",
                                                      "Serialization Error"};
    const std::string_view text = message == nullptr ? "no reason was given" : message;
    const auto says = [&](std::string_view word) { return text.contains(word); };
    auto kind = DuckFaultKind::kOther;
    // The message of a fatal error includes its cause.
    if (says("FATAL") || says("INTERNAL") || says("invalidated")) kind = DuckFaultKind::kInvalidated;
    if (std::ranges::any_of(kDamage, says)) kind = DuckFaultKind::kDamaged;
    return {kind, std::string(text)};
}

DuckRows::DuckRows(duckdb_data_chunk chunk) : count_(duckdb_data_chunk_get_size(chunk)) {
    for (idx_t column = 0; column < duckdb_data_chunk_get_column_count(chunk); ++column) {
        const auto vector = duckdb_data_chunk_get_vector(chunk, column);
        const DuckType type(duckdb_vector_get_column_type(vector));
        columns_.push_back({duckdb_get_type_id(type.get()), duckdb_vector_get_data(vector)});
    }
}

DuckRows::Wide DuckRows::Integer(std::size_t column, std::size_t row) const {
    const void* data = columns_[column].data;
    switch (columns_[column].type) {
        case DUCKDB_TYPE_UTINYINT: return static_cast<const std::uint8_t*>(data)[row];
        case DUCKDB_TYPE_INTEGER: return static_cast<const std::int32_t*>(data)[row];
        case DUCKDB_TYPE_BIGINT: return static_cast<const std::int64_t*>(data)[row];
        case DUCKDB_TYPE_UBIGINT: return static_cast<const std::uint64_t*>(data)[row];
        case DUCKDB_TYPE_HUGEINT: return WideOf(static_cast<const duckdb_hugeint*>(data)[row]);
        default: AbortOnBug("a column has an unknown integer type");
    }
}

std::string_view DuckRows::Bytes(std::size_t column, std::size_t row) const {
    auto* text = static_cast<duckdb_string_t*>(columns_[column].data) + row;
    return {duckdb_string_t_data(text), duckdb_string_t_length(*text)};
}

Uuid DuckRows::Id(std::size_t column, std::size_t row) const {
    const auto& number = static_cast<const duckdb_hugeint*>(columns_[column].data)[row];
    return Uuid::FromHalves(static_cast<std::uint64_t>(number.upper) ^ kSignBit, number.lower);
}

duckdb_hugeint NumberOfId(const Uuid& id) {
    return {.lower = id.LastHalf(), .upper = static_cast<std::int64_t>(id.FirstHalf() ^ kSignBit)};
}

DuckOutcome<void> Run(duckdb_connection connection, const std::string& sql) {
    DuckResult result;
    if (duckdb_query(connection, sql.c_str(), result.get()) == DuckDBSuccess) return {};
    return std::unexpected(FaultOf(duckdb_result_error(result.get())));
}

DuckOutcome<std::int64_t> RunOne(duckdb_connection connection, const std::string& sql) {
    DuckPrepared prepared;
    if (duckdb_prepare(connection, sql.c_str(), prepared.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_prepare_error(prepared.get())));
    }
    DuckPending pending;
    if (duckdb_pending_prepared(prepared.get(), pending.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_pending_error(pending.get())));
    }
    TRY(Drive(connection, pending.get(), DuckDeadline::max()));
    DuckResult result;
    if (duckdb_execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_result_error(result.get())));
    }
    return static_cast<std::int64_t>(duckdb_rows_changed(result.get()));
}

DuckOutcome<void> Ask(duckdb_connection connection, const std::string& sql, DuckDeadline deadline,
                      const std::function<void(const DuckRows&)>& each) {
    DuckPrepared prepared;
    if (duckdb_prepare(connection, sql.c_str(), prepared.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_prepare_error(prepared.get())));
    }
    DuckPending pending;
    if (duckdb_pending_prepared_streaming(prepared.get(), pending.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_pending_error(pending.get())));
    }
    TRY(Drive(connection, pending.get(), deadline));
    DuckResult result;
    if (duckdb_execute_pending(pending.get(), result.get()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(duckdb_result_error(result.get())));
    }
    return Fetch(connection, result.get(), deadline, each);
}

}  // namespace fairlead::facts
