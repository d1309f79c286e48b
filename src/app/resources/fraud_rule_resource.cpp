#include "app/resources/fraud_rule_resource.hpp"

#include "app/declarations/declared_resource.hpp"

namespace fairlead::app {

namespace json = boost::json;
using signals::FraudRule;
using signals::ParameterBounds;

namespace {

constexpr std::size_t kFraudRulesMax = 50;  // Of one operator.

std::string NameOf(signals::RuleKind kind) {
    return std::string(signals::kRuleKindNames[static_cast<std::size_t>(kind)]);
}

// The parameters of all kinds. Which of them a rule has depends on its kind.
json::object ParametersSchema() {
    json::object properties;
    for (std::size_t kind = 0; kind < signals::kRuleKindNames.size(); ++kind) {
        for (const ParameterBounds& bounds : signals::ParametersOf(static_cast<signals::RuleKind>(kind))) {
            json::object& schema = properties[bounds.name].is_object() ? properties[bounds.name].get_object()
                                                                       : properties[bounds.name].emplace_object();
            // Adding a member moves the others, so they are read first.
            const auto* min = schema.if_contains("minimum");
            const auto* max = schema.if_contains("maximum");
            const std::int64_t least = min == nullptr ? bounds.min : std::min(bounds.min, min->as_int64());
            const std::int64_t most = max == nullptr ? bounds.max : std::max(bounds.max, max->as_int64());
            schema["type"] = "integer";
            schema["minimum"] = least;
            schema["maximum"] = most;
        }
    }
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

// The numbers are compared with the bounds of the kind later, because the kind may follow in the body.
Errors ReadRuleParameters(const json::value& value, FraudRule& rule) { return ReadParameters(value, rule.parameters); }

json::value WriteRuleParameters(const FraudRule& rule, const View&) { return WriteParameters(rule.parameters); }

json::object CompleteRule(const DecisionContext&, const ChangeRequest&, FraudRule& rule) {
    CompleteParameters(rule.kind, rule.parameters);
    rule.changed_at = rule.created_at;
    return {};
}

void ReviseRule(const DecisionContext&, const FraudRule& before, const json::object&, FraudRule& after) {
    const bool same = before.name == after.name && before.parameters == after.parameters &&
                      before.active == after.active && before.holds == after.holds;
    if (same) return;
    after.version = before.version + 1;
    after.changed_at = Now();
}

Errors CheckFraudRule(const DecisionContext& context, const FraudRule* before, const FraudRule& after) {
    if (before != nullptr && before->kind != after.kind) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be changed. Create another rule", "/kind");
    }
    Errors errors;
    AppendAt("/parameters", CheckParameters(after.kind, after.parameters), errors);
    if (!errors.empty() || before != nullptr || context.own.records.fraud_rules.size() < kFraudRulesMax) return errors;
    return Wrong(ErrorCode::kConflict, "an operator can have at most " + std::to_string(kFraudRulesMax) +
                                           " rules. Change a rule that you no longer need");
}

Declaration<FraudRule> DeclareFraudRule() {
    Member<FraudRule> kind =
        NameMember("kind", &FraudRule::kind, signals::kRuleKindNames).Says("What the rule looks for. It never changes");
    kind.use = MemberUse::kRequired;
    return {
        .words = {.path = "/fraud-rules",
                  .noun = "fraudRule",
                  .one = "a fraud rule",
                  .many = "fraud rules",
                  .area = access::Area::kMoney},
        .members =
            {
                IdMember<FraudRule>("id"),
                TextMember("name", MemberUse::kRequired, &FraudRule::name),
                std::move(kind),
                Member<FraudRule>{.name = "parameters",
                                  .schema = ParametersSchema(),
                                  .read = ReadRuleParameters,
                                  .write = WriteRuleParameters}
                    .Says("The numbers of the rule; these depend on the kind. A change keeps those that it does not "
                          "name, and a new rule gets default numbers"),
                StatusMember(&FraudRule::active).Says("Only an active rule makes signals. Try it first"),
                BooleanMember("holds", &FraudRule::holds)
                    .Says("Whether the affiliate's statements wait until the rule's signals are released or reversed"),
                ReadOnlyMember<FraudRule>("version", SchemaOf("integer"),
                                          [](const FraudRule& rule, const View&) { return json::value(rule.version); })
                    .Says("Raised by every change"),
                ReadOnlyMember<FraudRule>(
                    "changedAt", FormatSchema("date-time"),
                    [](const FraudRule& rule, const View&) { return json::value(rule.changed_at.ToIso8601()); }),
                ReadOnlyMember<FraudRule>(
                    "createdAt", FormatSchema("date-time"),
                    [](const FraudRule& rule, const View&) { return json::value(rule.created_at.ToIso8601()); }),
            },
        .table = &OperatorTables::fraud_rules,
        .complete = CompleteRule,
        .revise = ReviseRule,
        .check = CheckFraudRule};
}

}  // namespace

const CatalogueResource& FraudRuleResource() {
    static const DeclaredResource<FraudRule> kResource(DeclareFraudRule());
    return kResource;
}

Errors ReadParameters(const json::value& value, signals::Parameters& out) {
    const auto* object = value.if_object();
    if (object == nullptr) return Wrong(ErrorCode::kWrongType, "must be a JSON object");
    Errors all;
    for (const auto& [name, given] : *object) {
        std::int64_t number = 0;
        Errors errors = CheckInteger(given, 0, kParameterMost, number);
        if (errors.empty()) out[std::string(name)] = number;
        AppendAt(JsonPointerTo(name), std::move(errors), all);
        if (all.HasMore()) return all;
    }
    return all;
}

Errors CheckParameters(signals::RuleKind kind, const signals::Parameters& parameters) {
    const auto known = signals::ParametersOf(kind);
    Errors all;
    for (const auto& [name, number] : parameters) {
        const auto bounds = std::ranges::find(known, name, &ParameterBounds::name);
        if (bounds == known.end()) {
            all.push_back(
                {ErrorCode::kUnknownMember, JsonPointerTo(name), "is not a parameter of the kind " + NameOf(kind)});
        } else if (number < bounds->min || number > bounds->max) {
            all.push_back({ErrorCode::kInvalidValue, JsonPointerTo(name),
                           "must be between " + std::to_string(bounds->min) + " and " + std::to_string(bounds->max)});
        }
        if (all.HasMore()) return all;
    }
    return all;
}

json::object WriteParameters(const signals::Parameters& parameters) {
    json::object written;
    for (const auto& [name, number] : parameters) written[name] = number;
    return written;
}

}  // namespace fairlead::app
