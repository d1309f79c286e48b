#include "http/codec/signals/signal_json.hpp"

#include <set>

#include "app/declarations/members.hpp"
#include "app/resources/fraud_rule_resource.hpp"
#include "http/codec/json/actor_names.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// The newest findings of a trial. The answer counts all.
constexpr std::size_t kTrialFindingsMax = 100;

template <class IdType>
json::value IdOrNull(const std::optional<IdType>& id) {
    return id ? json::value(id->ToString()) : json::value(nullptr);
}

void AddFinding(const signals::Finding& finding, json::object& object) {
    object["affiliateId"] = finding.affiliate.ToString();
    object["linkId"] = IdOrNull(finding.link);
    object["playerId"] = IdOrNull(finding.player);
    object["mark"] = app::TextOrNull(finding.mark);
    object["begins"] = finding.begins.ToIso8601();
    object["ends"] = finding.ends.ToIso8601();
    object["value"] = finding.value.ToString();
    object["allowed"] = finding.allowed.ToString();
    object["usual"] = finding.usual ? json::value(finding.usual->ToString()) : json::value(nullptr);
    object["summary"] = finding.summary;
}

}  // namespace

json::object EncodeSignal(const app::SignalRecord& signal, const app::OperatorEntry& owner) {
    const auto* rule = owner.FindFraudRule(signal.rule);
    json::object object{
        {"id", signal.id.ToString()},
        {"ruleId", signal.rule.ToString()},
        {"ruleName", rule == nullptr ? json::value(nullptr) : json::value(rule->name)},
        {"ruleVersion", signal.rule_version},
        {"kind", rule == nullptr ? json::value(nullptr)
                                 : json::value(signals::kRuleKindNames[static_cast<std::size_t>(rule->kind)])}};
    AddFinding(signal.finding, object);
    object["holds"] = signal.holds;
    object["foundAt"] = signal.found_at.ToIso8601();
    object["state"] = app::kSignalStateNames[static_cast<std::size_t>(signal.state)];
    object["reason"] = app::TextOrNull(signal.reason);
    object["decidedBy"] = app::TextOrNull(signal.decided_by);
    object["decidedByName"] = ActorNameOrNull(owner, signal.decided_by);
    object["decidedAt"] = signal.decided_at ? json::value(signal.decided_at->ToIso8601()) : json::value(nullptr);
    return object;
}

json::object EncodeTrial(const app::Judgement& found, const reporting::TimeSpan& asked) {
    const auto& findings = found.findings.front();
    std::set<AffiliateId> affiliates;
    for (const signals::Finding& finding : findings) affiliates.insert(finding.affiliate);
    json::array newest;
    for (std::size_t i = findings.size(); i-- > 0 && newest.size() < kTrialFindingsMax;) {
        json::object object;
        AddFinding(findings[i], object);
        newest.push_back(std::move(object));
    }
    return {{"from", found.from.ToIso8601()},
            {"to", asked.to.ToIso8601()},
            {"complete", found.from == asked.from},
            {"findingCount", findings.size()},
            {"affiliateCount", affiliates.size()},
            {"clicksRead", found.clicks_read},
            {"registrationsRead", found.registrations_read},
            {"findings", std::move(newest)}};
}

json::object EncodeRuleVersions(const std::vector<app::RuleVersion>& versions, std::int64_t after, std::size_t limit) {
    json::array items;
    json::value next = nullptr;
    for (const app::RuleVersion& version : versions) {
        if (version.version <= after) continue;
        if (items.size() == limit) {
            next = std::to_string(version.version - 1);
            break;
        }
        items.push_back({{"version", version.version},
                         {"name", version.name},
                         {"parameters", app::WriteParameters(version.parameters)},
                         {"status", app::kStatusNames[version.active ? 1 : 0]},
                         {"holds", version.holds},
                         {"changedAt", version.changed_at.ToIso8601()}});
    }
    return {{"items", std::move(items)}, {"nextCursor", std::move(next)}};
}

}  // namespace fairlead::http
