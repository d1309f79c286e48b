#include "app/adapters/read_adapter.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "base/text/one_of.hpp"
#include "base/text/yaml_tree.hpp"
#include "domain/events/known_members.hpp"

namespace fairlead::app {
namespace {

constexpr std::array<std::string_view, 5> kNeededMembers{"event_type", "event_time", "brand_id", "player_external_ref",
                                                         "idempotency_key"};
constexpr std::array<std::string_view, 6> kFormNames{"text", "seconds", "milliseconds", "utc", "cents", "negated"};

// Reads the parts of one file. Reading stops at the first error.
class AdapterReader {
public:
    explicit AdapterReader(std::string_view file) : file_(file) {}

    Result<Adapter> Read(std::string_view name, const YamlNode& root) {
        TRY(ExpectMap(root, "an adapter"));
        TRY(AllowOnly(root, {"title", "documentation", "list", "members", "rules"}));
        Adapter adapter{.name = std::string(name), .title = {}, .list = {}, .rules = {}};
        adapter.title = TRY(RequiredText(root, "title"));
        if (const YamlNode* list = root.Find("list")) adapter.list = TRY(Pointer(*list));
        Members common;
        if (const YamlNode* members = root.Find("members")) common = TRY(ReadMembers(*members));
        const YamlNode* rules = root.Find("rules");
        if (rules == nullptr || rules->kind != YamlNode::Kind::kList || rules->items.empty()) {
            return Refuse(rules == nullptr ? root : *rules, "rules must be a list with at least one rule");
        }
        for (const YamlNode& rule : rules->items) adapter.rules.push_back(TRY(ReadRule(rule, common)));
        return adapter;
    }

private:
    using Members = std::vector<std::pair<std::string, AdapterValue>>;

    std::unexpected<Error> Refuse(const YamlNode& node, const std::string& why) const {
        return Fail(ErrorCode::kInvalidValue, file_ + ":" + std::to_string(node.line) + ": " + why);
    }

    Status ExpectMap(const YamlNode& node, const std::string& what) const {
        if (node.kind == YamlNode::Kind::kMap) return {};
        return Refuse(node, what + " must have members");
    }

    Status AllowOnly(const YamlNode& map, std::vector<std::string_view> known) const {
        for (std::size_t i = 0; i < map.names.size(); ++i) {
            if (std::ranges::find(known, map.names[i]) != known.end()) continue;
            return Refuse(map.items[i], map.names[i] + " is not known here. It " + MustBeOneOf(known));
        }
        return {};
    }

    Result<std::string> Text(const YamlNode& node) const {
        if (node.kind == YamlNode::Kind::kScalar) return node.text;
        return Refuse(node, "must be a text");
    }

    Result<std::string> RequiredText(const YamlNode& map, std::string_view name) const {
        const YamlNode* node = map.Find(name);
        if (node == nullptr) return Refuse(map, std::string(name) + " is missing");
        return Text(*node);
    }

    Result<std::string> Pointer(const YamlNode& node) const {
        auto text = TRY(Text(node));
        if (text.empty() || text.starts_with('/')) return text;
        return Refuse(node, text + " must be a JSON Pointer, such as /data/amount");
    }

    Result<bool> Flag(const YamlNode& node) const {
        const auto text = TRY(Text(node));
        if (text != "true" && text != "false") return Refuse(node, "must be true or false");
        return text == "true";
    }

    Result<AdapterRule> ReadRule(const YamlNode& node, const Members& common) const {
        TRY(ExpectMap(node, "a rule"));
        TRY(AllowOnly(node, {"when", "ignore", "members"}));
        AdapterRule rule;
        if (const YamlNode* when = node.Find("when")) rule.when = TRY(ReadConditions(*when));
        if (const YamlNode* ignore = node.Find("ignore")) rule.ignore = TRY(Flag(*ignore));
        const YamlNode* members = node.Find("members");
        if (rule.ignore) {
            if (members != nullptr) return Refuse(*members, "a rule that ignores events has no members");
            return rule;
        }
        if (members != nullptr) rule.members = TRY(ReadMembers(*members));
        for (const auto& one : common) {
            if (!Has(rule.members, one.first)) rule.members.push_back(one);
        }
        for (const std::string_view needed : kNeededMembers) {
            if (!Has(rule.members, needed)) return Refuse(node, "the rule does not set " + std::string(needed));
        }
        return rule;
    }

    static bool Has(const Members& members, std::string_view name) {
        return std::ranges::any_of(members, [&](const auto& one) { return one.first == name; });
    }

    Result<std::vector<AdapterCondition>> ReadConditions(const YamlNode& node) const {
        TRY(ExpectMap(node, "when"));
        std::vector<AdapterCondition> conditions;
        for (std::size_t i = 0; i < node.names.size(); ++i) {
            const std::string& place = node.names[i];
            if (!place.starts_with('/') && !place.starts_with('?')) {
                return Refuse(node.items[i], place + " must be a JSON Pointer, or ? and the name of a parameter");
            }
            conditions.push_back(TRY(ReadCondition(place, node.items[i])));
        }
        return conditions;
    }

    Result<AdapterCondition> ReadCondition(const std::string& place, const YamlNode& node) const {
        AdapterCondition condition{.place = place, .any_of = {}};
        switch (node.kind) {
            case YamlNode::Kind::kScalar: condition.any_of = {node.text}; return condition;
            case YamlNode::Kind::kList:
                for (const YamlNode& item : node.items) condition.any_of.push_back(TRY(Text(item)));
                if (condition.any_of.empty()) return Refuse(node, "the list of values is empty");
                return condition;
            case YamlNode::Kind::kMap: break;
        }
        TRY(AllowOnly(node, {"present"}));
        const YamlNode* present = node.Find("present");
        if (present == nullptr) return Refuse(node, "present is missing");
        condition.present = TRY(Flag(*present));
        return condition;
    }

    Result<Members> ReadMembers(const YamlNode& node) const {
        TRY(ExpectMap(node, "members"));
        Members members;
        for (std::size_t i = 0; i < node.names.size(); ++i) {
            const std::string& name = node.names[i];
            const auto known = std::views::transform(events::kKnownMembers, &events::KnownMember::name);
            if (std::ranges::find(known, name) == known.end()) {
                return Refuse(node.items[i], name + " is not a member of an event. It " + MustBeOneOf(known));
            }
            members.emplace_back(name, TRY(ReadValue(name, node.items[i])));
        }
        return members;
    }

    Result<AdapterValue> ReadValue(const std::string& member, const YamlNode& node) const {
        if (node.kind == YamlNode::Kind::kScalar) {
            if (member == "event_type") TRY(CheckType(node, node.text));
            return AdapterValue{.kind = AdapterValue::Kind::kConstant, .text = node.text};
        }
        TRY(ExpectMap(node, member));
        TRY(AllowOnly(node, {"from", "query", "template", "as", "optional", "map"}));
        AdapterValue value;
        TRY(ReadSource(node, value));
        if (const YamlNode* optional = node.Find("optional")) value.optional = TRY(Flag(*optional));
        if (const YamlNode* form = node.Find("as")) {
            const auto text = TRY(Text(*form));
            const auto found = std::ranges::find(kFormNames, text);
            if (found == kFormNames.end()) return Refuse(*form, "as " + MustBeOneOf(kFormNames));
            value.form = static_cast<AdapterValue::Form>(found - kFormNames.begin());
        }
        if (const YamlNode* map = node.Find("map")) TRY(ReadMap(member, *map, value));
        return value;
    }

    Status ReadSource(const YamlNode& node, AdapterValue& value) const {
        const YamlNode* from = node.Find("from");
        const YamlNode* query = node.Find("query");
        const YamlNode* pattern = node.Find("template");
        if ((from != nullptr) + (query != nullptr) + (pattern != nullptr) != 1) {
            return Refuse(node, "a value needs one of from, query and template");
        }
        if (from != nullptr) {
            value.kind = AdapterValue::Kind::kFrom;
            value.text = TRY(Pointer(*from));
        } else if (query != nullptr) {
            value.kind = AdapterValue::Kind::kQuery;
            value.text = TRY(Text(*query));
        } else {
            value.kind = AdapterValue::Kind::kTemplate;
            value.text = TRY(Text(*pattern));
            TRY(CheckTemplate(*pattern));
        }
        return {};
    }

    Status ReadMap(const std::string& member, const YamlNode& node, AdapterValue& value) const {
        TRY(ExpectMap(node, "map"));
        for (std::size_t i = 0; i < node.names.size(); ++i) {
            const auto to = TRY(Text(node.items[i]));
            if (member == "event_type") TRY(CheckType(node.items[i], to));
            value.names.emplace(node.names[i], to);
        }
        return {};
    }

    Status CheckType(const YamlNode& node, std::string_view text) const {
        if (events::ParseEventType(text)) return {};
        return Refuse(node, "event_type " + events::MustBeEventType());
    }

    // Every "{" starts a JSON Pointer that ends with "}".
    Status CheckTemplate(const YamlNode& node) const {
        const std::string& text = node.text;
        for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
            const std::size_t end = text.find('}', at);
            if (end == std::string::npos || end <= at + 1 || text[at + 1] != '/') {
                return Refuse(node,
                              "each { of a template must be followed by a JSON Pointer and }, such as {/payment_id}");
            }
        }
        return {};
    }

    std::string file_;
};

}  // namespace

Result<Adapter> ReadAdapter(std::string_view name, std::string_view file, std::string_view yaml) {
    const auto tree = ParseYaml(yaml);
    if (!tree) {
        return Fail(ErrorCode::kInvalidValue,
                    std::string(file) + ":" + std::to_string(tree.error().line) + ": " + tree.error().why);
    }
    return AdapterReader(file).Read(name, *tree);
}

}  // namespace fairlead::app
