#include "cli/list_commands.hpp"

#include <array>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace fairlead::cli {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 6> kOperatorColumns{"id", "name", "brands", "affiliates", "users", "apiKeys"};
constexpr std::array<std::string_view, 5> kKeyColumns{"id", "name", "active", "scopes", "lastUsedAt"};
constexpr std::array<std::string_view, 5> kUserColumns{"id", "email", "role", "status", "affiliateId"};

std::string CellText(const json::value* value) {
    if (value == nullptr || value->is_null()) return "-";
    if (value->is_string()) return std::string(value->get_string());
    if (!value->is_array()) return json::serialize(*value);
    std::string text;
    for (const json::value& each : value->get_array()) text += (text.empty() ? "" : ",") + CellText(&each);
    return text;
}

void PrintItems(const json::array& items, std::span<const std::string_view> columns) {
    std::vector<std::vector<std::string>> rows{{columns.begin(), columns.end()}};
    for (const json::value& item : items) {
        auto& row = rows.emplace_back();
        for (const auto column : columns) row.push_back(CellText(item.as_object().if_contains(column)));
    }
    PrintTable(rows, TableCells::kTexts, std::cout);
}

}  // namespace

ListCommands::ListCommands(CLI::App& app, const AddCommand& add)
    : operators_(add(*app.get_subcommand("operator"), "list", "list the operators")),
      keys_(add(*app.get_subcommand("key"), "list", "list the API keys of an operator, without the keys themselves")),
      users_(add(*app.get_subcommand("user"), "list", "list the users of an operator")) {
    for (auto* command : {keys_, users_}) {
        command->add_option("--operator", operator_id_, "id of the operator")->required();
    }
}

bool ListCommands::parsed() const { return operators_->parsed() || keys_->parsed() || users_->parsed(); }

int ListCommands::Run(const Settings& settings, const Commands& commands, bool as_json) const {
    const std::string kind = operators_->parsed() ? "operators" : keys_->parsed() ? "api-keys" : "users";
    const auto result = commands.list(settings, kind, operator_id_);
    if (!result) {
        PrintErrors(result.error());
        return kFailed;
    }
    if (as_json) {
        std::cout << json::serialize(*result) << "\n";
        return kDone;
    }
    const json::array& items = result->at("items").as_array();
    if (operators_->parsed()) {
        PrintItems(items, kOperatorColumns);
    } else if (keys_->parsed()) {
        PrintItems(items, kKeyColumns);
    } else {
        PrintItems(items, kUserColumns);
    }
    return kDone;
}

}  // namespace fairlead::cli
