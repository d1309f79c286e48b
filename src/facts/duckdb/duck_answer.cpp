#include "facts/duckdb/duck_answer.hpp"

#include <algorithm>

#include "facts/duckdb/duck_columns.hpp"
#include "facts/question_sql.hpp"

namespace fairlead::facts {
namespace {

Uuid IdOf(std::string_view word) {
    Uuid id;
    if (word.size() == id.bytes.size()) std::ranges::copy(word, id.bytes.begin());
    return id;
}

Decimal AmountOf(const DuckRows& rows, std::size_t low_column, std::size_t row) {
    constexpr Decimal::Units kBase = Decimal::Units{1} << kAmountHighShift;
    return Decimal::FromUnits(rows.Integer(low_column, row) + rows.Integer(low_column + 1, row) * kBase);
}

}  // namespace

void DuckAnswer::EachSum(const DuckRows& rows, const app::SumQuestion& question,
                         const std::function<void(const app::SumRow&)>& each) {
    const WordTable::Reader words(words_);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const RowView view{rows, words, row};
        ReadCells(view);
        std::size_t column = groups_.size();
        app::SumRow sum{.group = cells_, .kind = {static_cast<std::uint8_t>(rows.Integer(column++, row))}};
        if (question.split) {
            sum.currency = WordOf(view, column++);
            const auto day = rows.Int64(column++, row);
            if (!sum.currency.empty()) sum.rate_day = RateDayOf(*question.split, day);
        }
        sum.weight = rows.Int64(column++, row);
        if (question.split) sum.amount = AmountOf(rows, column, row);
        each(sum);
    }
}

void DuckAnswer::EachCount(const DuckRows& rows, const std::function<void(const app::DistinctRow&)>& each) {
    const WordTable::Reader words(words_);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ReadCells({rows, words, row});
        const auto count = rows.Int64(groups_.size(), row);
        if (count > 0) each({.group = cells_, .count = count});
    }
}

void DuckAnswer::ReadCells(const RowView& view) {
    for (std::size_t column = 0; column < groups_.size(); ++column) {
        cells_[column] = CellOf(groups_[column], view, column);
    }
}

app::GroupCell DuckAnswer::CellOf(const app::Grouping& group, const RowView& view, std::size_t column) {
    const auto* dimension = std::get_if<reporting::Dimension>(&group);
    if (dimension == nullptr) return view.rows.Int64(column, view.row);
    switch (StorageOf(*dimension)) {
        case DuckStorage::kPlayer: return view.rows.Id(column, view.row);
        case DuckStorage::kBytes: return view.rows.Bytes(column, view.row);
        case DuckStorage::kWord: break;
    }
    const auto word = WordOf(view, column);
    return reporting::IsId(*dimension) ? app::GroupCell(IdOf(word)) : app::GroupCell(word);
}

std::string_view DuckAnswer::WordOf(const RowView& view, std::size_t column) {
    const auto word = view.words.At(view.rows.Int64(column, view.row));
    is_whole_ &= word.has_value();
    return word.value_or(std::string_view());
}

}  // namespace fairlead::facts
