#pragma once

#include <string>
#include <string_view>

namespace fairlead::http {

// One cell as RFC 4180 writes it, quoted where it must be.
std::string CsvCell(std::string_view text);
// Likewise, for what people have written: what a spreadsheet would take for a formula has an apostrophe in front.
std::string CsvTextCell(std::string_view text);

}  // namespace fairlead::http
