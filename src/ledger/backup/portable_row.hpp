#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "ledger/sql/value.hpp"

namespace fairlead::ledger {

// Rows of tables in a format that every engine can read and write.
//
// Grammar (words of base/text/byte_codec.hpp):
//   row  := cell*                                                          as many as the table has columns
//   cell := 0 | 1 integer:signed | 2 text | 3 decimal:text | 4 bytes:text | 5 id:16

using RowTaken = std::function<Status(std::span<const Value>)>;

void AppendRow(std::string& out, std::span<const Value> row);

// Calls `take` with every row, which is valid during the call. An Error if the bytes are not rows.
Status ReadPortableRows(std::string_view bytes, std::size_t columns, const RowTaken& take);

}  // namespace fairlead::ledger
