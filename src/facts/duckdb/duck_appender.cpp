#include "facts/duckdb/duck_appender.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "facts/duckdb/duck_columns.hpp"

namespace fairlead::facts {
namespace {

// Texts up to this length lie in the column itself.
constexpr std::size_t kInlinedMax = sizeof(duckdb_string_t::value.inlined.inlined);

struct AmountParts {
    std::int64_t low = 0;
    std::int64_t high = 0;
};

AmountParts PartsOf(Decimal amount) {
    constexpr Decimal::Units base = Decimal::Units{1} << kAmountHighShift;
    const auto units = amount.units();
    if (-base < units && units < base) return {.low = static_cast<std::int64_t>(units)};
    return {static_cast<std::int64_t>(units % base), static_cast<std::int64_t>(units / base)};
}

DuckFault FaultOf(const DuckAppender& appender) {
    duckdb_error_data error = duckdb_appender_error_data(appender.get());
    DuckFault fault = facts::FaultOf(duckdb_error_data_message(error));
    duckdb_destroy_error_data(&error);
    return fault;
}

std::vector<DuckType> ColumnTypes(duckdb_appender appender) {
    std::vector<DuckType> types;
    for (idx_t column = 0; column < duckdb_appender_column_count(appender); ++column) {
        types.emplace_back(duckdb_appender_column_type(appender, column));
    }
    return types;
}

}  // namespace

DuckOutcome<std::unique_ptr<DuckFactWriter>> DuckFactWriter::Begin(DuckDatabase& database) {
    auto connection = database.Connect();
    if (!connection) return std::unexpected(connection.error());
    std::unique_ptr<DuckFactWriter> writer(new DuckFactWriter(database, std::move(*connection)));
    auto begun = Run(writer->connection_.get(), "BEGIN TRANSACTION");
    if (begun) begun = writer->OpenAppender();
    if (!begun) return std::unexpected(begun.error());
    return writer;
}

DuckOutcome<void> DuckFactWriter::OpenAppender() {
    if (duckdb_appender_create(connection_.get(), nullptr, "facts", appender_.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(appender_));
    }
    const auto types = ColumnTypes(appender_.get());
    std::vector<duckdb_logical_type> raw;
    std::ranges::transform(types, std::back_inserter(raw), &DuckType::get);
    chunk_ = DuckChunk(duckdb_create_data_chunk(raw.data(), raw.size()));
    columns_.resize(raw.size());
    return {};
}

void DuckFactWriter::Add(const reporting::FactRow& row) {
    if (rows_ == 0) {
        for (idx_t column = 0; column < columns_.size(); ++column) {
            columns_[column] = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunk_.get(), column));
        }
    }
    column_ = 0;
    PutNumbers(row);
    PutTexts(row);
    if (++rows_ == duckdb_vector_size()) Flush();
}

// In the order of the table's columns, here and in PutTexts.
void DuckFactWriter::PutNumbers(const reporting::FactRow& row) {
    const AmountParts amount = PartsOf(row.amount);
    const auto owner = numbers_.NumberOf(row.owner.uuid);
    const auto currency = numbers_.NumberOf(row.currency);
    Put(owner);
    Put(row.kind.code);
    Put(row.minute);
    Put(row.weight);
    Put(amount.low);
    Put(amount.high);
    Put(currency);
    if (amount.high != 0) amounts_.has_high = true;
    if (currency != 0 && std::pair(owner, currency) != last_currency_) {
        last_currency_ = {owner, currency};
        amounts_.currencies.insert(last_currency_);
    }
    for (const Uuid* id : {&row.brand.uuid, &row.affiliate.uuid, &row.campaign.uuid, &row.creative.uuid, &row.link.uuid,
                           &row.source.uuid, &row.deal.uuid}) {
        Put(numbers_.NumberOf(*id));
    }
    for (const auto text : {row.country, row.geo_target, row.device, row.os, row.browser}) Put(numbers_.NumberOf(text));
    Put(NumberOfId(row.player.uuid));
    Put(row.visitor);
}

void DuckFactWriter::PutTexts(const reporting::FactRow& row) {
    for (const auto sub : row.subs) PutBytes(sub);
    PutBytes(row.product);
    PutBytes(row.game);
}

template <class T>
void DuckFactWriter::Put(T value) {
    static_cast<T*>(columns_[column_++])[rows_] = value;
}

void DuckFactWriter::PutBytes(std::string_view bytes) {
    if (bytes.size() <= kInlinedMax) {
        duckdb_string_t inlined{};
        inlined.value.inlined.length = static_cast<std::uint32_t>(bytes.size());
        bytes.copy(inlined.value.inlined.inlined, kInlinedMax);
        Put(inlined);
        return;
    }
    const auto vector = duckdb_data_chunk_get_vector(chunk_.get(), column_++);
    duckdb_vector_assign_string_element_len(vector, rows_, bytes.data(), bytes.size());
}

void DuckFactWriter::Flush() {
    duckdb_data_chunk_set_size(chunk_.get(), rows_);
    if (state_ && duckdb_append_data_chunk(appender_.get(), chunk_.get()) != DuckDBSuccess) {
        state_ = std::unexpected(FaultOf(appender_));
    }
    duckdb_data_chunk_reset(chunk_.get());
    rows_ = 0;
}

DuckOutcome<void> DuckFactWriter::Commit(std::span<const app::BlockMark> marks) {
    if (rows_ > 0) Flush();
    if (state_ && duckdb_appender_close(appender_.get()) != DuckDBSuccess) state_ = std::unexpected(FaultOf(appender_));
    for (const app::BlockMark& mark : marks) {
        if (state_) state_ = SaveMark(mark);
    }
    // Words come after all that may have made new ones.
    return state_ ? SaveWords() : state_;
}

DuckOutcome<void> DuckFactWriter::SaveMark(const app::BlockMark& mark) {
    const auto owner = numbers_.NumberOf(mark.owner.uuid);
    DuckResult result;
    const auto update = fmt::format("UPDATE marks SET block = {}, recorded_at = {} WHERE owner = {}", mark.block,
                                    mark.recorded_at.micros, owner);
    if (duckdb_query(connection_.get(), update.c_str(), result.get()) != DuckDBSuccess) {
        return std::unexpected(facts::FaultOf(duckdb_result_error(result.get())));
    }
    if (duckdb_rows_changed(result.get()) > 0) return {};
    return Run(connection_.get(),
               fmt::format("INSERT INTO marks VALUES ({}, {}, {})", owner, mark.block, mark.recorded_at.micros));
}

// Commits as well: only then it is known that the words are saved.
DuckOutcome<void> DuckFactWriter::SaveWords() {
    const auto unsaved = database_.words().NotSaved();
    DuckAppender appender;
    if (duckdb_appender_create(connection_.get(), nullptr, "words", appender.out()) != DuckDBSuccess) {
        return std::unexpected(FaultOf(appender));
    }
    auto number = static_cast<std::int32_t>(unsaved.first);
    for (const auto word : unsaved.words) {
        duckdb_append_int32(appender.get(), number++);
        duckdb_append_blob(appender.get(), word.data(), word.size());
        if (duckdb_appender_end_row(appender.get()) != DuckDBSuccess) return std::unexpected(FaultOf(appender));
    }
    if (duckdb_appender_close(appender.get()) != DuckDBSuccess) return std::unexpected(FaultOf(appender));
    database_.Expect(amounts_);
    auto committed = Run(connection_.get(), "COMMIT");
    if (committed) database_.words().MarkSaved(number);
    return committed;
}

}  // namespace fairlead::facts
