#include "ledger/postgres/wide_insert.hpp"

#include <algorithm>

#include "ledger/postgres/numbered_parameters.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::string_view kInsertInto = "INSERT INTO ";
constexpr std::string_view kValues = " VALUES (";
constexpr std::string_view kIgnoring = " ON CONFLICT DO NOTHING";

}  // namespace

WideInsert::WideInsert(std::string_view head, std::string_view values, std::string_view tail)
    : head_(head), values_(values), tail_(tail) {
    ForEachParameter(values, [&](std::string_view, int number) { parameters_ = std::max(parameters_, number); });
}

std::optional<WideInsert> WideInsert::Of(std::string_view sql) {
    const auto at = sql.find(kValues);
    if (!sql.starts_with(kInsertInto) || at == std::string_view::npos) return std::nullopt;
    const auto open = at + kValues.size() - 1;
    const auto close = sql.find(')', open);
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view values = sql.substr(open, close + 1 - open);
    const std::string_view tail = sql.substr(close + 1);
    const bool plain = values.find('(', 1) == std::string_view::npos && (tail.empty() || tail == kIgnoring);
    if (!plain) return std::nullopt;
    return WideInsert(sql.substr(0, open), values, tail);
}

std::optional<std::string> WideInsert::CopyText() const {
    std::string in_order;
    for (int number = 1; number <= parameters_; ++number) {
        in_order.append(number == 1 ? "($" : ", $").append(std::to_string(number));
    }
    if (!tail_.empty() || values_ != in_order + ")") return std::nullopt;
    const std::string_view into =
        std::string_view(head_).substr(kInsertInto.size(), head_.size() - kInsertInto.size() - kValues.size() + 1);
    return "COPY " + std::string(into) + " FROM STDIN (FORMAT binary)";
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
