#include "ledger/catalogue/fraud_rule_rows.hpp"

#include <charconv>

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using signals::FraudRule;

constexpr SqlText kFraudRuleColumns("name, kind, parameters, active, holds, version, changed_at");
constexpr ComposedSql kUpsertFraudRule(UpsertInto("fraud_rules", "operator_id, rule_id", kFraudRuleColumns,
                                                  "created_at"));
constexpr ComposedSql kSelectFraudRules("SELECT rule_id, " + kFraudRuleColumns +
                                        ", created_at FROM fraud_rules WHERE operator_id = $1 ORDER BY rule_id");
constexpr SqlText kRuleVersionColumns("version, name, parameters, active, holds, changed_at");
// A version that is stored does not change.
constexpr ComposedSql kInsertRuleVersion(InsertInto("fraud_rule_versions",
                                                    "operator_id, rule_id, " + kRuleVersionColumns) +
                                         " ON CONFLICT (operator_id, rule_id, version) DO NOTHING");
constexpr ComposedSql kSelectRuleVersions(
    "SELECT " + kRuleVersionColumns +
    " FROM fraud_rule_versions WHERE operator_id = $1 AND rule_id = $2 ORDER BY version DESC LIMIT $3");

std::string ParametersText(const signals::Parameters& parameters) {
    return Join(parameters, [](const auto& each) { return each.first + "=" + std::to_string(each.second); });
}

signals::Parameters ReadParameters(std::string_view text) {
    signals::Parameters parameters;
    for (const std::string_view each : SplitTrimmed(text, ',')) {
        const std::size_t sign = each.find('=');
        CheckReadable(sign != std::string_view::npos, "a parameter");
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(each.data() + sign + 1, each.data() + each.size(), number);
        CheckReadable(error == std::errc() && end == each.data() + each.size(), "a parameter");
        parameters.emplace(std::string(each.substr(0, sign)), number);
    }
    return parameters;
}

FraudRule ReadFraudRule(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<FraudRuleId>(row, kSelectFraudRules["rule_id"]),
            .name = rows.String(row, kSelectFraudRules["name"]),
            .kind = FromName<signals::RuleKind>(signals::kRuleKindNames, rows.Text(row, kSelectFraudRules["kind"])),
            .parameters = ReadParameters(rows.Text(row, kSelectFraudRules["parameters"])),
            .active = rows.Integer(row, kSelectFraudRules["active"]) != 0,
            .holds = rows.Integer(row, kSelectFraudRules["holds"]) != 0,
            .version = rows.Integer(row, kSelectFraudRules["version"]),
            .changed_at = rows.Time(row, kSelectFraudRules["changed_at"]),
            .created_at = rows.Time(row, kSelectFraudRules["created_at"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const FraudRule& rule) {
    const std::string parameters = ParametersText(rule.parameters);
    const Value version = Value::Of(rule.version);
    TRY(connection.Run(kUpsertFraudRule,
                       {Value::Of(owner), Value::Of(rule.id), Text(rule.name),
                        NameValue(signals::kRuleKindNames, rule.kind), Text(parameters), Flag(rule.active),
                        Flag(rule.holds), version, Value::Of(rule.changed_at), Value::Of(rule.created_at)}));
    return connection.Run(kInsertRuleVersion,
                          {Value::Of(owner), Value::Of(rule.id), version, Text(rule.name), Text(parameters),
                           Flag(rule.active), Flag(rule.holds), Value::Of(rule.changed_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<FraudRule>& rules) {
    return ReadEvery(connection, kSelectFraudRules, owner, ReadFraudRule, rules);
}

Result<std::vector<app::RuleVersion>> ReadRuleVersions(Connection& connection, OperatorId owner, FraudRuleId rule,
                                                       std::int64_t limit) {
    const auto rows = TRY(connection.Query(kSelectRuleVersions, {Value::Of(owner), Value::Of(rule), Value::Of(limit)}));
    std::vector<app::RuleVersion> versions;
    for (std::size_t row = rows.size(); row-- > 0;) {
        versions.push_back({.version = rows.Integer(row, kSelectRuleVersions["version"]),
                            .name = rows.String(row, kSelectRuleVersions["name"]),
                            .parameters = ReadParameters(rows.Text(row, kSelectRuleVersions["parameters"])),
                            .active = rows.Integer(row, kSelectRuleVersions["active"]) != 0,
                            .holds = rows.Integer(row, kSelectRuleVersions["holds"]) != 0,
                            .changed_at = rows.Time(row, kSelectRuleVersions["changed_at"])});
    }
    return versions;
}

}  // namespace fairlead::ledger
