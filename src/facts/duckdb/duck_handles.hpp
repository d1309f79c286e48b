#pragma once

#include <utility>

#include <duckdb.h>

namespace fairlead::facts {

// Owns an object that DuckDB's C interface creates and destroys.
template <class Raw, auto kDestroy>
class DuckHandle {
public:
    DuckHandle() = default;
    explicit DuckHandle(Raw raw) : raw_(raw) {}
    DuckHandle(DuckHandle&& other) noexcept : raw_(std::exchange(other.raw_, nullptr)) {}
    DuckHandle& operator=(DuckHandle&& other) noexcept {
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~DuckHandle() {
        if (raw_ != nullptr) kDestroy(&raw_);
    }

    Raw get() const { return raw_; }
    // The address where a function of the interface stores the new object. Nothing may be owned yet.
    Raw* out() { return &raw_; }
    explicit operator bool() const { return raw_ != nullptr; }

private:
    Raw raw_ = nullptr;
};

using DuckConfig = DuckHandle<duckdb_config, duckdb_destroy_config>;
using DuckFile = DuckHandle<duckdb_database, duckdb_close>;
using DuckConnection = DuckHandle<duckdb_connection, duckdb_disconnect>;
using DuckPrepared = DuckHandle<duckdb_prepared_statement, duckdb_destroy_prepare>;
using DuckPending = DuckHandle<duckdb_pending_result, duckdb_destroy_pending>;
using DuckChunk = DuckHandle<duckdb_data_chunk, duckdb_destroy_data_chunk>;
using DuckAppender = DuckHandle<duckdb_appender, duckdb_appender_destroy>;
using DuckType = DuckHandle<duckdb_logical_type, duckdb_destroy_logical_type>;

// The result of a statement.
class DuckResult {
public:
    DuckResult() = default;
    DuckResult(const DuckResult&) = delete;
    DuckResult& operator=(const DuckResult&) = delete;
    ~DuckResult() { duckdb_destroy_result(&raw_); }

    duckdb_result* get() { return &raw_; }

private:
    duckdb_result raw_{};
};

}  // namespace fairlead::facts
