#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

// Turns a statement that inserts one row into one that inserts several, because most of the cost of inserting a row in
// PostgreSQL is the cost of the statement.
class WideInsert {
public:
    // Nothing unless the statement is a plain INSERT of values. An upsert is not, because it may not change a row that
    // the same statement inserts.
    static std::optional<WideInsert> Of(std::string_view sql);

    std::string Text(std::size_t rows) const;
    // The COPY for the same rows; nothing if the statement ignores existing rows, or if its parameters are not exactly
    // the columns.
    std::optional<std::string> CopyText() const;

private:
    WideInsert(std::string_view head, std::string_view values, std::string_view tail);

    std::string head_;    // Up to and including VALUES.
    std::string values_;  // "($1, $2)"
    std::string tail_;
    int parameters_ = 0;  // Per row.
};

}  // namespace fairlead::ledger
