#include "ledger/transaction/request_keys.hpp"

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFindRequestKey(
    "SELECT request_digest, subject FROM request_keys WHERE operator_id = $1 AND key_digest = $2");
constexpr ComposedSql kInsertRequestKey(
    InsertInto("request_keys", SqlText("operator_id, key_digest, request_digest, subject, recorded_at")));

}  // namespace

Result<std::optional<std::string>> FindRequestKey(Connection& connection, OperatorId owner,
                                                  const app::RequestKey& key) {
    const auto rows =
        TRY(connection.Query(kFindRequestKey, {Value::Of(owner), Value::Of(std::span<const std::uint8_t>(key.key))}));
    if (rows.empty()) return std::nullopt;
    const std::string_view sent(reinterpret_cast<const char*>(key.request.data()), key.request.size());
    if (rows.Text(0, kFindRequestKey["request_digest"]) != sent) {
        return Fail(ErrorCode::kKeyReused, "the Idempotency-Key was used for another request. Use a new key");
    }
    return rows.String(0, kFindRequestKey["subject"]);
}

Result<std::optional<std::string>> UseRequestKey(Connection& connection, OperatorId owner,
                                                 const std::optional<app::RequestKey>& key, std::string_view subject,
                                                 Timestamp at) {
    if (!key) return std::nullopt;
    auto earlier = TRY(FindRequestKey(connection, owner, *key));
    if (earlier) return earlier;
    TRY(connection.Run(kInsertRequestKey,
                       {Value::Of(owner), Value::Of(std::span<const std::uint8_t>(key->key)),
                        Value::Of(std::span<const std::uint8_t>(key->request)), Value::Of(subject), Value::Of(at)}));
    return std::nullopt;
}

}  // namespace fairlead::ledger
