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
    constexpr Decimal::Units base = Decimal::Units{1} << kAmountHighShift;
    return Decimal::FromUnits(rows.Integer(low_column, row) + rows.Integer(low_column + 1, row) * base);
}

}  // namespace

void DuckAnswer::EachSum(const DuckRows& rows, const app::SumQuestion& question,
                         const std::function<void(const app::SumRow&)>& each) {
    const WordTable::Reader words(words_);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const Place place{rows, words, row};
        ReadCells(place);
        std::size_t column = groups_.size();
        app::SumRow sum{.group = cells_, .kind = {static_cast<std::uint8_t>(rows.Integer(column++, row))}};
        if (question.split) {
            sum.currency = WordOf(place, column++);
            const auto day = rows.Narrow(column++, row);
            if (!sum.currency.empty()) sum.rate_day = RateDayOf(*question.split, day);
        }
        sum.weight = rows.Narrow(column++, row);
        if (question.split) sum.amount = AmountOf(rows, column, row);
        each(sum);
    }
}

void DuckAnswer::EachCount(const DuckRows& rows, const std::function<void(const app::DistinctRow&)>& each) {
    const WordTable::Reader words(words_);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        ReadCells({rows, words, row});
        const auto count = rows.Narrow(groups_.size(), row);
        if (count > 0) each({.group = cells_, .count = count});
    }
}

void DuckAnswer::ReadCells(const Place& place) {
    for (std::size_t column = 0; column < groups_.size(); ++column) {
        cells_[column] = CellOf(groups_[column], place, column);
    }
}

app::GroupCell DuckAnswer::CellOf(const app::Grouping& group, const Place& place, std::size_t column) {
    const auto* dimension = std::get_if<reporting::Dimension>(&group);
    if (dimension == nullptr) return place.rows.Narrow(column, place.row);
    switch (StorageOf(*dimension)) {
        case DuckStorage::kPlayer: return place.rows.Id(column, place.row);
        case DuckStorage::kBytes: return place.rows.Bytes(column, place.row);
        case DuckStorage::kWord: break;
    }
    const auto word = WordOf(place, column);
    return reporting::IsId(*dimension) ? app::GroupCell(IdOf(word)) : app::GroupCell(word);
}

std::string_view DuckAnswer::WordOf(const Place& place, std::size_t column) {
    const auto word = place.words.At(place.rows.Narrow(column, place.row));
    is_whole_ &= word.has_value();
    return word.value_or(std::string_view());
}

}  // namespace fairlead::facts
