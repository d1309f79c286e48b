#include "facts/duckdb/duck_rows_feed.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace fairlead::facts {
namespace {

using DuckTableFunction = DuckHandle<duckdb_table_function, duckdb_destroy_table_function>;

}  // namespace

DuckOutcome<void> DuckRowsFeed::Register(duckdb_connection connection, std::vector<DuckType> types) {
    types_ = std::move(types);
    const DuckTableFunction function(duckdb_create_table_function());
    duckdb_table_function_set_name(function.get(), kName);
    duckdb_table_function_set_extra_info(function.get(), this, nullptr);
    duckdb_table_function_set_bind(function.get(), &Bind);
    duckdb_table_function_set_init(function.get(), &Init);
    duckdb_table_function_set_function(function.get(), &Next);
    if (duckdb_register_table_function(connection, function.get()) == DuckDBSuccess) return {};
    return std::unexpected(DuckFault{DuckFaultKind::kOther, "DuckDB rejects a table function"});
}

DuckChunk DuckRowsFeed::MakeChunk() const {
    std::vector<duckdb_logical_type> raw;
    std::ranges::transform(types_, std::back_inserter(raw), &DuckType::get);
    return DuckChunk(duckdb_create_data_chunk(raw.data(), raw.size()));
}

DuckOutcome<void> DuckRowsFeed::RunWith(duckdb_connection connection, const std::string& sql,
                                        const std::vector<DuckChunk>& chunks) {
    const std::lock_guard lock(mutex_);
    chunks_ = &chunks;
    next_ = 0;
    const auto done = RunOne(connection, sql);
    chunks_ = nullptr;
    if (!done) return std::unexpected(done.error());
    return {};
}

void DuckRowsFeed::Bind(duckdb_bind_info info) {
    const auto* feed = static_cast<const DuckRowsFeed*>(duckdb_bind_get_extra_info(info));
    for (std::size_t column = 0; column < feed->types_.size(); ++column) {
        const auto name = "c" + std::to_string(column);
        duckdb_bind_add_result_column(info, name.c_str(), feed->types_[column].get());
    }
}

// One thread reads: DuckDB's default for table functions.
void DuckRowsFeed::Init(duckdb_init_info /*info*/) {}

void DuckRowsFeed::Next(duckdb_function_info info, duckdb_data_chunk output) {
    auto* feed = static_cast<DuckRowsFeed*>(duckdb_function_get_extra_info(info));
    if (feed->chunks_ == nullptr || feed->next_ == feed->chunks_->size()) return duckdb_data_chunk_set_size(output, 0);
    duckdb_data_chunk chunk = (*feed->chunks_)[feed->next_++].get();
    for (idx_t column = 0; column < feed->types_.size(); ++column) {
        duckdb_vector_reference_vector(duckdb_data_chunk_get_vector(output, column),
                                       duckdb_data_chunk_get_vector(chunk, column));
    }
    duckdb_data_chunk_set_size(output, duckdb_data_chunk_get_size(chunk));
}

}  // namespace fairlead::facts
