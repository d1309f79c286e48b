#include "facts/duckdb/duck_appender.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "facts/duckdb/duck_columns.hpp"

namespace fairlead::facts {
namespace {

// DuckDB stores texts up to this length in the column itself.
constexpr std::size_t kInlinedMax = sizeof(duckdb_string_t::value.inlined.inlined);

// A row group of DuckDB. This many rows are compressed and written at once, without DuckDB's log.
constexpr std::size_t kChunksMax = 122'880 / 2048;

struct AmountParts {
    std::int64_t low = 0;
    std::int64_t high = 0;
};

AmountParts PartsOf(Decimal amount) {
    constexpr Decimal::Units kBase = Decimal::Units{1} << kAmountHighShift;
    const auto units = amount.units();
    if (-kBase < units && units < kBase) return {.low = static_cast<std::int64_t>(units)};
    return {static_cast<std::int64_t>(units % kBase), static_cast<std::int64_t>(units / kBase)};
}

DuckFault AppendFault(const DuckAppender& appender) {
    duckdb_error_data error = duckdb_appender_error_data(appender.get());
    DuckFault fault = facts::FaultOf(duckdb_error_data_message(error));
    duckdb_destroy_error_data(&error);
    return fault;
}

}  // namespace

DuckOutcome<std::unique_ptr<DuckFactWriter>> DuckFactWriter::Begin(DuckDatabase& database) {
    auto connection = TRY(database.Connect());
    std::unique_ptr<DuckFactWriter> writer(new DuckFactWriter(database, std::move(connection)));
    TRY(RunOne(writer->connection_.get(), "BEGIN TRANSACTION"));
    return writer;
}

void DuckFactWriter::Add(const reporting::FactRow& row) {
    if (rows_ == 0) StartChunk();
    column_ = 0;
    PutNumbers(row);
    PutTexts(row);
    if (++rows_ == duckdb_vector_size()) EndChunk();
}

void DuckFactWriter::StartChunk() {
    if (chunks_.size() == kChunksMax) Flush();
    chunks_.push_back(database_.feed().MakeChunk());
    columns_.resize(duckdb_data_chunk_get_column_count(chunks_.back().get()));
    for (idx_t column = 0; column < columns_.size(); ++column) {
        columns_[column] = duckdb_vector_get_data(duckdb_data_chunk_get_vector(chunks_.back().get(), column));
    }
}

void DuckFactWriter::EndChunk() {
    duckdb_data_chunk_set_size(chunks_.back().get(), rows_);
    rows_ = 0;
}

// Values are put in the order of the table's columns, here and in PutTexts.
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
    for (const auto text : {row.country, row.geo_target, row.device, row.os, row.browser, row.period}) {
        Put(numbers_.NumberOf(text));
    }
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
    const auto vector = duckdb_data_chunk_get_vector(chunks_.back().get(), column_++);
    duckdb_vector_assign_string_element_len(vector, rows_, bytes.data(), bytes.size());
}

void DuckFactWriter::Flush() {
    if (state_ && !chunks_.empty()) {
        state_ = database_.feed().RunWith(connection_.get(),
                                          fmt::format("INSERT INTO facts FROM {}()", DuckRowsFeed::kName), chunks_);
    }
    chunks_.clear();
}

DuckOutcome<void> DuckFactWriter::Commit(std::span<const app::BlockMark> marks) {
    if (rows_ > 0) EndChunk();
    Flush();
    for (const app::BlockMark& mark : marks) {
        if (state_) state_ = SaveMark(mark);
    }
    // Words come last, because everything before may create new words.
    return state_ ? SaveWords() : state_;
}

DuckOutcome<void> DuckFactWriter::SaveMark(const app::BlockMark& mark) {
    const auto owner = numbers_.NumberOf(mark.owner.uuid);
    const auto updated =
        RunOne(connection_.get(), fmt::format("UPDATE marks SET block = {}, recorded_at = {} WHERE owner = {}",
                                              mark.block, mark.recorded_at.micros, owner));
    if (!updated) return std::unexpected(updated.error());
    if (*updated > 0) return {};
    return Run(connection_.get(),
               fmt::format("INSERT INTO marks VALUES ({}, {}, {})", owner, mark.block, mark.recorded_at.micros));
}

// Also commits, because the words are only then known to be saved.
DuckOutcome<void> DuckFactWriter::SaveWords() {
    const auto unsaved = database_.words().NotSaved();
    const auto number = unsaved.first + std::ssize(unsaved.words);
    TRY(AppendWords(unsaved));
    database_.Expect(amounts_);
    TRY(RunOne(connection_.get(), "COMMIT"));
    database_.words().MarkSaved(number);
    return {};
}

DuckOutcome<void> DuckFactWriter::AppendWords(const WordTable::Unsaved& unsaved) {
    if (unsaved.words.empty()) return {};
    DuckAppender appender;
    if (duckdb_appender_create(connection_.get(), nullptr, "words", appender.out()) != DuckDBSuccess) {
        return std::unexpected(AppendFault(appender));
    }
    auto number = static_cast<std::int32_t>(unsaved.first);
    for (const auto word : unsaved.words) {
        duckdb_append_int32(appender.get(), number++);
        duckdb_append_blob(appender.get(), word.data(), word.size());
        if (duckdb_appender_end_row(appender.get()) != DuckDBSuccess) return std::unexpected(AppendFault(appender));
    }
    if (duckdb_appender_close(appender.get()) != DuckDBSuccess) return std::unexpected(AppendFault(appender));
    return {};
}

}  // namespace fairlead::facts
