#pragma once

#include <functional>
#include <span>
#include <vector>

#include "app/ports/facts.hpp"
#include "facts/duckdb/duck_statement.hpp"
#include "facts/duckdb/word_table.hpp"

namespace fairlead::facts {

// Converts the results of SumSql and DistinctSql to rows of the port. The question must outlive it.
class DuckAnswer {
public:
    DuckAnswer(std::span<const app::Grouping> groups, const WordTable& words)
        : groups_(groups), words_(words), cells_(groups.size()) {}

    void EachSum(const DuckRows& rows, const app::SumQuestion& question,
                 const std::function<void(const app::SumRow&)>& each);
    void EachCount(const DuckRows& rows, const std::function<void(const app::DistinctRow&)>& each);

    // Whether every number had a word. Otherwise the file is damaged.
    bool IsWhole() const { return is_whole_; }

private:
    // A row in progress, with the words that it names.
    struct RowView {
        const DuckRows& rows;
        const WordTable::Reader& words;
        std::size_t row;
    };

    app::GroupCell CellOf(const app::Grouping& group, const RowView& view, std::size_t column);
    std::string_view WordOf(const RowView& view, std::size_t column);
    void ReadCells(const RowView& view);

    std::span<const app::Grouping> groups_;
    const WordTable& words_;
    std::vector<app::GroupCell> cells_;
    bool is_whole_ = true;
};

}  // namespace fairlead::facts
