#include "app/declarations/declared_resource.hpp"
#include "domain/access/api_key.hpp"
#include "domain/access/scope.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::ApiKey;

namespace {

constexpr std::size_t kAllowedIpsMax = 100;

Errors ReadNetworks(const json::value& value, ApiKey& key) {
    const auto* list = value.if_array();
    if (list == nullptr) return Wrong(ErrorCode::kWrongType, "must be a list of addresses or networks");
    if (list->size() > kAllowedIpsMax) return Wrong(ErrorCode::kTooLong, "must have at most 100 entries");
    std::vector<IpNetwork> networks;
    Errors errors;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto* text = (*list)[i].if_string();
        const auto network = text == nullptr ? std::nullopt : IpNetwork::Parse(std::string_view(*text));
        if (network) {
            networks.push_back(*network);
        } else {
            errors.push_back(
                {ErrorCode::kInvalidValue, "/" + std::to_string(i), "must be an address or a network in CIDR form"});
        }
    }
    if (errors.empty()) key.allowed_ips = std::move(networks);
    return errors;
}

json::value WriteNetworks(const ApiKey& key, const View&) {
    json::array list;
    for (const auto& network : key.allowed_ips) list.emplace_back(network.ToString());
    return list;
}

Errors ReadKeyScope(const json::value& value, catalogue::KeyScope& scope) {
    std::size_t index = 0;
    Errors errors = CheckName(value, catalogue::kKeyScopeNames, index);
    if (errors.empty()) scope = static_cast<catalogue::KeyScope>(index);
    return errors;
}

Errors ReadScopes(const json::value& value, ApiKey& key) {
    const auto* list = value.if_array();
    if (list != nullptr && list->empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one scope");
    return CheckList(value, catalogue::kKeyScopeNames.size(), catalogue::KeyScope::kEvents, ReadKeyScope, key.scopes);
}

json::value WriteScopes(const ApiKey& key, const View&) {
    json::array names;
    for (const auto scope : key.scopes) names.emplace_back(access::NameOf(scope));
    return names;
}

json::object ScopesSchema() {
    json::object one = SchemaOf("string");
    one["enum"] = json::array(catalogue::kKeyScopeNames.begin(), catalogue::kKeyScopeNames.end());
    return {{"type", "array"}, {"minItems", 1}, {"maxItems", catalogue::kKeyScopeNames.size()}, {"items", one}};
}

bool OnlyTurnsOff(const ApiKey& before, const ApiKey& after) {
    return !after.active && after.name == before.name && after.scopes == before.scopes &&
           after.allowed_ips == before.allowed_ips && after.requests_per_minute == before.requests_per_minute;
}

// A key creates and changes only keys whose scopes it has itself; otherwise a key with the scope admin could make
// itself a key for everything. It may turn off any key.
Errors PermitKey(const ChangeRequest& request, const ApiKey* before, const ApiKey& after) {
    if (!request.key_scopes) return {};
    auto lacking = access::FirstLacking(*request.key_scopes, after.scopes);
    if (!lacking && before != nullptr) lacking = access::FirstLacking(*request.key_scopes, before->scopes);
    if (!lacking || (before != nullptr && OnlyTurnsOff(*before, after))) return {};
    return Wrong(ErrorCode::kForbidden,
                 "an API key can only create and change keys whose scopes it has itself. It does not have the scope " +
                     access::NameOf(*lacking),
                 "/scopes");
}

json::value WriteLastUsed(const ApiKey& key, const View& view) {
    const auto last_used = view.entry.LastUsed(key);
    return last_used ? json::value(last_used->ToIso8601()) : json::value(nullptr);
}

// The key itself is not a member: it is shown once, and only its hash is stored.
json::object MakeKey(const DecisionContext&, const ChangeRequest&, ApiKey& key) {
    const std::string secret = access::NewApiKey();
    key.prefix = access::DisplayPrefix(secret);
    key.hash = access::HashApiKey(secret);
    return {{"key", secret}};
}

Declaration<ApiKey> DeclareApiKey() {
    return {
        .words = {.path = "/api-keys",
                  .noun = "apiKey",
                  .one = "an API key",
                  .many = "API keys",
                  .area = access::Area::kAdmin,
                  .for_admins = true,
                  .creation_note = "The response shows the key itself, once"},
        .members =
            {
                IdMember<ApiKey>("id"),
                TextMember("name", MemberUse::kRequired, &ApiKey::name),
                ReadOnlyMember<ApiKey>("prefix", SchemaOf("string"),
                                       [](const ApiKey& key, const View&) { return json::value(key.prefix); })
                    .Says("The first characters of the key, to recognize it"),
                BooleanMember("active", &ApiKey::active),
                Member<ApiKey>{.name = "scopes", .schema = ScopesSchema(), .read = ReadScopes, .write = WriteScopes}
                    .Says("What the key may do; full includes the others", json::array{"events"}),
                Member<ApiKey>{
                    .name = "allowedIps",
                    .schema = {{"type", "array"}, {"maxItems", kAllowedIpsMax}, {"items", SchemaOf("string")}},
                    .read = ReadNetworks,
                    .write = WriteNetworks}
                    .Says("IP addresses or networks in CIDR notation; an empty list allows every address",
                          json::array{"192.0.2.0/24"}),
                IntegerMember("requestsPerMinute", &ApiKey::requests_per_minute, 1, catalogue::kRequestsPerMinuteMax)
                    .Says("Rate limit of the Events API, in requests per minute"),
                ReadOnlyMember<ApiKey>(
                    "createdAt", FormatSchema("date-time"),
                    [](const ApiKey& key, const View&) { return json::value(key.created_at.ToIso8601()); }),
                ReadOnlyMember<ApiKey>("lastUsedAt", OrNull(FormatSchema("date-time")), WriteLastUsed,
                                       MemberUse::kDerived),
            },
        .table = &OperatorTables::api_keys,
        .complete = MakeKey,
        .permit = PermitKey,
        .shown_once = {{"key", {{"type", "string"}, {"pattern", "^fairlead_[0-9a-f]{64}$"}}}}};
}

}  // namespace

const CatalogueResource& ApiKeyResource() {
    static const DeclaredResource<ApiKey> kResource(DeclareApiKey());
    return kResource;
}

}  // namespace fairlead::app
