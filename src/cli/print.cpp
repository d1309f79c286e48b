#include "cli/print.hpp"

#include <algorithm>
#include <iostream>

namespace fairlead::cli {

namespace json = boost::json;

namespace {

// Counts characters and not bytes, because names are not only ASCII.
std::size_t WidthOf(const std::string& text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

// A pointer to an item of a list belongs to the option of the list.
std::string_view NameOf(std::string_view pointer, std::span<const OptionOfMember> options) {
    const std::string_view member = pointer.substr(0, pointer.find('/', 1));
    const auto found = std::ranges::find(options, member, &OptionOfMember::pointer);
    return found == options.end() ? pointer : found->option;
}

}  // namespace

void PrintErrors(const app::Errors& errors, std::span<const OptionOfMember> options) {
    for (const Error& error : errors) {
        const std::string_view name = NameOf(error.pointer, options);
        std::cerr << "fairlead: " << name << (name.empty() ? "" : " ") << error.message << "\n";
    }
}

void Print(const json::object& object, bool as_json) {
    if (as_json) {
        std::cout << json::serialize(object) << "\n";
        return;
    }
    for (const auto& [name, value] : object) {
        const std::string text = value.is_string() ? std::string(value.get_string()) : json::serialize(value);
        std::cout << name << ": " << text << "\n";
    }
}

void PrintTable(const std::vector<std::vector<std::string>>& rows, TableCells cells, std::ostream& out) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t at = 0; at < row.size(); ++at) widths[at] = std::max(widths[at], WidthOf(row[at]));
    }
    for (const auto& row : rows) {
        for (std::size_t at = 0; at < row.size(); ++at) {
            const std::string space(widths[at] - WidthOf(row[at]), ' ');
            const bool right = at > 0 && cells == TableCells::kNumbers;
            const bool last = at + 1 == row.size();
            out << (at == 0 ? "" : "  ") << (right ? space : "") << row[at] << (right || last ? "" : space);
        }
        out << "\n";
    }
}

}  // namespace fairlead::cli
