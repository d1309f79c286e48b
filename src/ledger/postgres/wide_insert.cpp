#include "ledger/postgres/wide_insert.hpp"

#include <algorithm>
#include <charconv>

namespace fairlead::ledger {
namespace {

constexpr std::string_view kValues = " VALUES (";
constexpr std::string_view kIgnoring = " ON CONFLICT DO NOTHING";

// Calls `take` with the text before each parameter and its number, and in the end with what is left and 0.
template <class Take>
void ForEachParameter(std::string_view text, Take take) {
    for (auto at = text.find('$'); at != std::string_view::npos; at = text.find('$')) {
        int number = 0;
        const char* const end = std::from_chars(text.data() + at + 1, text.data() + text.size(), number).ptr;
        take(text.substr(0, at), number);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    take(text, 0);
}

}  // namespace

WideInsert::WideInsert(std::string_view head, std::string_view values, std::string_view tail)
    : head_(head), values_(values), tail_(tail) {
    ForEachParameter(values, [&](std::string_view, int number) { parameters_ = std::max(parameters_, number); });
}

std::optional<WideInsert> WideInsert::Of(std::string_view sql) {
    const auto at = sql.find(kValues);
    if (!sql.starts_with("INSERT INTO ") || at == std::string_view::npos) return std::nullopt;
    const auto open = at + kValues.size() - 1;
    const auto close = sql.find(')', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view values = sql.substr(open, close + 1 - open);
    const std::string_view tail = sql.substr(close + 1);
    const bool plain = values.find('(', 1) == std::string_view::npos && (tail.empty() || tail == kIgnoring);
    if (!plain) return std::nullopt;
    return WideInsert(sql.substr(0, open), values, tail);
}

std::string WideInsert::Text(std::size_t rows) const {
    std::string text = head_;
    for (std::size_t row = 0; row < rows; ++row) {
        if (row > 0) text.append(", ");
        const int before = static_cast<int>(row) * parameters_;
        ForEachParameter(values_, [&](std::string_view between, int number) {
            text.append(between);
            if (number > 0) text.append("$").append(std::to_string(before + number));
        });
    }
    return text.append(tail_);
}

}  // namespace fairlead::ledger
