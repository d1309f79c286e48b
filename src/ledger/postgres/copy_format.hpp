#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ledger/backup/portable_row.hpp"

namespace fairlead::ledger {

// The column types that the schema uses.
enum class PostgresType : std::uint8_t { kInteger, kText, kNumeric, kBytes, kUuid };

// Parses the binary format of COPY piece by piece. Numerics must be cast to text.
class CopyParser {
public:
    explicit CopyParser(std::vector<PostgresType> types) : types_(std::move(types)), row_(types_.size()) {}

    // Calls `take` with each row that is complete now.
    Status Take(std::string_view piece, const RowTaken& take);
    // Whether the stream has ended and nothing follows the end.
    bool IsComplete() const { return ended_ && rest_.empty(); }

private:
    // The size of the row at the start of `bytes`; 0 if it is not complete yet, or at the end.
    std::size_t ReadRow(std::string_view bytes);

    std::vector<PostgresType> types_;
    std::vector<Value> row_;
    std::string rest_;
    bool begun_ = false;
    bool ended_ = false;
};

// Appends a row in the text format of COPY. Each cell may have any kind that fits its column.
void AppendCopyRow(std::string& out, std::span<const Value> row, std::span<const PostgresType> types);

}  // namespace fairlead::ledger
