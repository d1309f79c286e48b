#include "app/resources/api_key_resource.hpp"

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

json::value WriteNetworks(const ApiKey& key) {
    json::array list;
    for (const auto& network : key.allowed_ips) list.emplace_back(network.ToString());
    return list;
}

Errors ReadActive(const json::value& value, ApiKey& key) {
    if (!value.is_bool()) return Wrong(ErrorCode::kWrongType, "must be true or false");
    key.active = value.get_bool();
    return {};
}

}  // namespace

const Members<ApiKey>& ApiKeyMembers() {
    static const Members<ApiKey> kMembers{
        ReadOnlyMember<ApiKey>("id", [](const ApiKey& key) { return json::value(key.id.ToString()); }),
        TextMember("name", MemberUse::kRequired, &ApiKey::name),
        ReadOnlyMember<ApiKey>("prefix", [](const ApiKey& key) { return json::value(key.prefix); }),
        {"active", MemberUse::kOptional, ReadActive, [](const ApiKey& key) { return json::value(key.active); }},
        {"allowedIps", MemberUse::kOptional, ReadNetworks, WriteNetworks},
        IntegerMember("requestsPerMinute", &ApiKey::requests_per_minute, 1, catalogue::kRequestsPerMinuteMax),
        ReadOnlyMember<ApiKey>("createdAt", [](const ApiKey& key) { return json::value(key.created_at.ToIso8601()); }),
        ReadOnlyMember<ApiKey>("lastUsedAt",
                               [](const ApiKey& key) {
                                   return key.last_used_at ? json::value(key.last_used_at->ToIso8601())
                                                           : json::value(nullptr);
                               }),
    };
    return kMembers;
}

}  // namespace fairlead::app
