#include "http/codec/csv/csv_cell.hpp"

namespace fairlead::http {

std::string CsvCell(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string CsvTextCell(std::string_view text) {
    constexpr std::string_view kFormulaStarts = "=+-@\t\r\n";
    const bool formula = !text.empty() && kFormulaStarts.contains(text.front());
    return CsvCell(formula ? "'" + std::string(text) : std::string(text));
}

}  // namespace fairlead::http
