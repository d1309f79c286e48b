#include "base/text/csv_cell.hpp"

#include <algorithm>
#include <array>

namespace fairlead {
namespace {

using namespace std::string_view_literals;

// Characters that start a formula, with their full-width forms, which a spreadsheet may read as the plain ones.
constexpr std::array kFormulaStarts{
    "="sv, "+"sv, "-"sv, "@"sv, "\xEF\xBC\x9D"sv, "\xEF\xBC\x8B"sv, "\xEF\xBC\x8D"sv, "\xEF\xBC\xA0"sv};
// Spaces that a spreadsheet may drop: also the no-break space, the ideographic space and the byte order mark.
constexpr std::array kSpaces{" "sv,  "\t"sv,       "\r"sv,           "\n"sv,          "\v"sv,
                             "\f"sv, "\xC2\xA0"sv, "\xE3\x80\x80"sv, "\xEF\xBB\xBF"sv};
// A spreadsheet may split a line at these, whatever the quotes say. A comma is always quoted.
constexpr std::string_view kSplits = ";\t\r\n";

template <std::size_t kCount>
std::size_t PrefixLength(std::string_view text, const std::array<std::string_view, kCount>& prefixes) {
    const auto found = std::ranges::find_if(prefixes, [&](std::string_view each) { return text.starts_with(each); });
    return found == prefixes.end() ? 0 : found->size();
}

bool StartsFormula(std::string_view text) {
    while (const std::size_t space = PrefixLength(text, kSpaces)) text.remove_prefix(space);
    return PrefixLength(text, kFormulaStarts) > 0;
}

// Whether the text, or a part of it that a spreadsheet could take for a cell, would run as a formula.
bool HasFormula(std::string_view text) {
    while (!StartsFormula(text)) {
        const auto split = text.find_first_of(kSplits);
        if (split == std::string_view::npos) return false;
        text.remove_prefix(split + 1);
    }
    return true;
}

}  // namespace

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
    constexpr std::string_view kControlStarts = "\t\r\n";
    const bool defuse = !text.empty() && (kControlStarts.contains(text.front()) || HasFormula(text));
    if (!defuse) return CsvCell(text);
    std::string defused = "'";
    for (std::size_t i = 0; i < text.size(); ++i) {
        defused += text[i];
        if (kSplits.contains(text[i]) && StartsFormula(text.substr(i + 1))) defused += '\'';
    }
    return CsvCell(defused);
}

}  // namespace fairlead
