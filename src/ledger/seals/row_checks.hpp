#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead::ledger {

// The tables whose rows a commit adds and keeps checks of. Stored in this order.
enum class CheckedTable : std::uint8_t { kChanges, kEvents, kAccruals, kSeals };
inline constexpr std::size_t kCheckedTables = 4;

// A byte for each member of the rows of one commit. The hash of the commit proves whether its rows are as they were
// written; if they are not, the checks say which row and which column. A single flipped bit of a member always changes
// its check; other changes do with a probability of 255 in 256.
//
//   stored := version:byte changes events accruals seals     one byte for each member, row after row
class RowChecks {
public:
    // The next member of the next row. The members of a row come in the order of row_checks.cpp.
    void Add(CheckedTable table, std::string_view member);
    void Add(CheckedTable table, std::int64_t member);

    bool empty() const;
    std::string Encode() const;
    std::string_view Of(CheckedTable table) const { return checks_[static_cast<std::size_t>(table)]; }

private:
    std::array<std::string, kCheckedTables> checks_;
};

// The rows that a commit has added to a table.
struct CheckedRows {
    std::int64_t first = 0;  // The number of the first one; the others follow without gaps.
    std::int64_t count = 0;
};
using CheckedRowsOfTables = std::array<CheckedRows, kCheckedTables>;

// Names every member whose check is not the stored one, such as "table events, number 7, column amount". The rows of a
// table are compared only if none is missing. Nothing if `stored` is not of this version or has another size.
std::vector<std::string> FindDamagedMembers(std::string_view stored, const RowChecks& found,
                                            const CheckedRowsOfTables& rows);

}  // namespace fairlead::ledger
