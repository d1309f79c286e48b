#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

// A statement that stores one row, seen so that it can store several: most of what PostgreSQL does for a row that is
// inserted by a statement of its own it does for the statement.
class WideInsert {
public:
    // Nothing where the statement is more than an INSERT of values; one that updates what is there already is, since it
    // may meet a row of the same statement.
    static std::optional<WideInsert> Of(std::string_view sql);

    std::string Text(std::size_t rows) const;
    // The COPY that takes the same rows; nothing where it would have to pass over rows that are there, or where the
    // parameters are not the row.
    std::optional<std::string> CopyText() const;

private:
    WideInsert(std::string_view head, std::string_view values, std::string_view tail);

    std::string head_;    // Up to and with VALUES.
    std::string values_;  // "($1, $2)"
    std::string tail_;
    int parameters_ = 0;  // Of a row.
};

}  // namespace fairlead::ledger
