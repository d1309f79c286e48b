#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ApiKey;
using catalogue::KeyScope;

constexpr SqlText kApiKeyColumns("name, active, scopes, allowed_ips, requests_per_minute");
constexpr ComposedSql kUpsertApiKey(UpsertInto("api_keys", "operator_id, key_id", kApiKeyColumns,
                                               "prefix, hash, created_at"));
constexpr ComposedSql kSelectApiKeys(
    "SELECT key_id, " + kApiKeyColumns +
    ", prefix, hash, created_at, last_used_at FROM api_keys WHERE operator_id = $1 ORDER BY key_id");

std::vector<KeyScope> ReadScopes(std::string_view names) {
    std::vector<KeyScope> scopes;
    for (const std::string_view name : SplitTrimmed(names, ',')) {
        scopes.push_back(FromName<KeyScope>(catalogue::kKeyScopeNames, name));
    }
    return scopes;
}

std::string_view ScopeName(KeyScope scope) { return catalogue::kKeyScopeNames[static_cast<std::size_t>(scope)]; }

ApiKey ReadApiKey(const ResultRows& rows, std::size_t row) {
    ApiKey key{.id = rows.Identifier<ApiKeyId>(row, kSelectApiKeys["key_id"]),
               .name = rows.String(row, kSelectApiKeys["name"]),
               .prefix = rows.String(row, kSelectApiKeys["prefix"]),
               .active = rows.Integer(row, kSelectApiKeys["active"]) != 0,
               .scopes = ReadScopes(rows.Text(row, kSelectApiKeys["scopes"])),
               .allowed_ips = ParseList<IpNetwork>(rows.Text(row, kSelectApiKeys["allowed_ips"])),
               .requests_per_minute = rows.Integer(row, kSelectApiKeys["requests_per_minute"]),
               .created_at = rows.Time(row, kSelectApiKeys["created_at"])};
    const std::string_view hash = rows.Text(row, kSelectApiKeys["hash"]);
    CheckReadable(hash.size() == key.hash.size(), "the hash of a key");
    std::ranges::copy(hash, key.hash.begin());
    if (!rows.IsNull(row, kSelectApiKeys["last_used_at"]))
        key.last_used_at = rows.Time(row, kSelectApiKeys["last_used_at"]);
    return key;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const ApiKey& key) {
    const std::string scopes = Join(key.scopes, ScopeName);
    const std::string networks = Join(key.allowed_ips, [](const IpNetwork& n) { return n.ToString(); });
    return connection.Run(kUpsertApiKey, {Value::Of(owner), Value::Of(key.id), Text(key.name), Flag(key.active),
                                          Text(scopes), Text(networks), Value::Of(key.requests_per_minute),
                                          Text(key.prefix), Value::Of(std::span(key.hash)), Value::Of(key.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<ApiKey>& keys) {
    return ReadReadable(connection, kSelectApiKeys, owner, ReadApiKey, keys);
}

}  // namespace fairlead::ledger
