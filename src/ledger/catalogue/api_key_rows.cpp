#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::ApiKey;

constexpr Sql kUpsertApiKey(
    "INSERT INTO api_keys (operator_id, key_id, name, prefix, hash, active, allowed_ips, requests_per_minute, "
    "created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"
    " ON CONFLICT (operator_id, key_id) DO UPDATE SET name = excluded.name, active = excluded.active,"
    " allowed_ips = excluded.allowed_ips, requests_per_minute = excluded.requests_per_minute");
constexpr Sql kSelectApiKeys(
    "SELECT key_id, name, prefix, hash, active, allowed_ips, requests_per_minute, created_at, last_used_at"
    " FROM api_keys WHERE operator_id = $1 ORDER BY key_id");

ApiKey ReadApiKey(const ResultRows& rows, std::size_t row) {
    ApiKey key{.id = rows.Identifier<ApiKeyId>(row, 0),
               .name = rows.String(row, 1),
               .prefix = rows.String(row, 2),
               .active = rows.Integer(row, 4) != 0,
               .allowed_ips = ParseList<IpNetwork>(rows.Text(row, 5)),
               .requests_per_minute = rows.Integer(row, 6),
               .created_at = rows.Time(row, 7)};
    const std::string_view hash = rows.Text(row, 3);
    CheckReadable(hash.size() == key.hash.size(), "the hash of a key");
    std::ranges::copy(hash, key.hash.begin());
    if (!rows.IsNull(row, 8)) key.last_used_at = rows.Time(row, 8);
    return key;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const ApiKey& key) {
    const std::string networks = Join(key.allowed_ips, [](const IpNetwork& n) { return n.ToString(); });
    return connection.Run(kUpsertApiKey, {Value::Of(owner), Value::Of(key.id), Text(key.name), Text(key.prefix),
                                          Value::Of(std::span(key.hash)), Flag(key.active), Text(networks),
                                          Value::Of(key.requests_per_minute), Value::Of(key.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<ApiKey>& keys) {
    return ReadEvery(connection, kSelectApiKeys, owner, ReadApiKey, keys);
}

}  // namespace fairlead::ledger
