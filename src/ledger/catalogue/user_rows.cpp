#include "ledger/catalogue/columns.hpp"
#include "ledger/catalogue/record_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kUpsert(
    "INSERT INTO users (operator_id, user_id, email, role, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)"
    " ON CONFLICT (operator_id, user_id) DO UPDATE SET email = excluded.email, role = excluded.role,"
    " password_hash = excluded.password_hash");

}  // namespace

Status Upsert(Session& session, OperatorId owner, const catalogue::User& user) {
    return session.Run(kUpsert, {Value::Of(owner), Value::Of(user.id), Text(user.email), Text(user.role),
                                 Text(user.password_hash), Value::Of(user.created_at)});
}

}  // namespace fairlead::ledger
