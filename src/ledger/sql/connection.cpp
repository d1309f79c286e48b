#include "ledger/sql/connection.hpp"

#include <array>
#include <utility>

namespace fairlead::ledger {
namespace {

void ChooseIndexes(std::string& text, std::string_view indexed_by) {
    constexpr std::string_view kOpen = "{by ";
    for (auto at = text.find(kOpen); at != std::string::npos; at = text.find(kOpen, at)) {
        const auto end = text.find('}', at);
        const std::string index = text.substr(at + kOpen.size(), end - at - kOpen.size());
        const std::string chosen = indexed_by.empty() ? "" : std::string(indexed_by) + " " + index;
        text.replace(at, end + 1 - at, chosen);
    }
}

}  // namespace

std::string Dialect::Expand(std::string_view portable) const {
    const std::array<std::pair<std::string_view, std::string_view>, 7> words{{{"{uuid}", uuid},
                                                                              {"{bytes}", bytes},
                                                                              {"{decimal}", decimal},
                                                                              {"{for_update}", for_update},
                                                                              {"{clustered}", clustered},
                                                                              {"{bytewise}", bytewise},
                                                                              {"{server_clock}", server_clock}}};
    std::string text(portable);
    for (const auto& [placeholder, word] : words) {
        for (auto at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at + word.size())) {
            text.replace(at, placeholder.size(), word);
        }
    }
    ChooseIndexes(text, indexed_by);
    return text;
}

Status Connection::Run(const Sql& sql, std::initializer_list<Value> parameters) {
    auto rows = Query(sql, parameters);
    if (!rows) return std::unexpected(std::move(rows.error()));
    return {};
}

}  // namespace fairlead::ledger
