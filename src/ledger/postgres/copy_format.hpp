#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ledger/backup/portable_row.hpp"

namespace fairlead::ledger {

// The types of columns that the schema uses.
enum class PostgresType : std::uint8_t { kInteger, kText, kNumeric, kBytes, kUuid };

// Takes PostgreSQL's binary form of COPY apart as it comes. Numerics must come as text.
class CopyParser {
public:
    explicit CopyParser(std::vector<PostgresType> types) : types_(std::move(types)), row_(types_.size()) {}

    // Hands over each row that is whole by now.
    Status Take(std::string_view piece, const RowTaken& take);
    // Whether the end has come, and nothing behind it.
    bool IsComplete() const { return ended_ && rest_.empty(); }

private:
    // The size of the row that `bytes` begin with; 0 where it is not whole yet, or where the end is.
    std::size_t ReadRow(std::string_view bytes);

    std::vector<PostgresType> types_;
    std::vector<Value> row_;
    std::string rest_;
    bool begun_ = false;
    bool ended_ = false;
};

// Adds a row in the text form of COPY. A cell of any kind that fits the column will do.
void AppendCopyRow(std::string& out, std::span<const Value> row, std::span<const PostgresType> types);

}  // namespace fairlead::ledger
