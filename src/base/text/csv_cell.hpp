#pragma once

#include <string>
#include <string_view>

namespace fairlead {

// A cell of a CSV file (RFC 4180), quoted if necessary.
std::string CsvCell(std::string_view text);
// The same for text that users wrote. A text that a spreadsheet would run as a formula gets an apostrophe in front,
// also after spaces, in full-width characters, and after a character at which a spreadsheet could split the cell.
std::string CsvTextCell(std::string_view text);

}  // namespace fairlead
