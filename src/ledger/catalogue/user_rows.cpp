#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::User;

constexpr Sql kUpsertUser(
    "INSERT INTO users (operator_id, user_id, email, role, affiliate_id, status, password_hash, totp_sealed,"
    " totp_pending_sealed, recovery_hashes, invite_hash, invite_ends_at, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
    " ON CONFLICT (operator_id, user_id) DO UPDATE SET email = excluded.email, role = excluded.role,"
    " affiliate_id = excluded.affiliate_id, status = excluded.status, password_hash = excluded.password_hash,"
    " totp_sealed = excluded.totp_sealed, totp_pending_sealed = excluded.totp_pending_sealed,"
    " recovery_hashes = excluded.recovery_hashes, invite_hash = excluded.invite_hash,"
    " invite_ends_at = excluded.invite_ends_at");
constexpr Sql kEndSessions(
    "UPDATE sessions SET ended_at = $1 WHERE operator_id = $2 AND user_id = $3 AND ended_at IS NULL");
constexpr Sql kSelectUsers(
    "SELECT user_id, email, role, affiliate_id, status, password_hash, totp_sealed, totp_pending_sealed,"
    " recovery_hashes, invite_hash, invite_ends_at, created_at FROM users WHERE operator_id = $1 ORDER BY user_id");

// One behind the other.
std::string JoinHashes(const std::vector<Bytes32>& hashes) {
    std::string joined;
    for (const Bytes32& hash : hashes) joined.append(hash.begin(), hash.end());
    return joined;
}

std::vector<Bytes32> PartHashes(std::string_view joined) {
    std::vector<Bytes32> hashes(joined.size() / sizeof(Bytes32));
    CheckReadable(hashes.size() * sizeof(Bytes32) == joined.size(), "the recovery codes of a user");
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        std::ranges::copy(joined.substr(i * sizeof(Bytes32), sizeof(Bytes32)), hashes[i].begin());
    }
    return hashes;
}

User ReadUser(const ResultRows& rows, std::size_t row) {
    User user{.id = rows.Identifier<UserId>(row, 0),
              .email = rows.String(row, 1),
              .role = FromName<catalogue::UserRole>(catalogue::kUserRoleNames, rows.Text(row, 2)),
              .affiliate = ReadId<AffiliateId>(rows, row, 3),
              .status = FromName<catalogue::UserStatus>(catalogue::kUserStatusNames, rows.Text(row, 4)),
              .password_hash = rows.String(row, 5),
              .totp_sealed = rows.String(row, 6),
              .totp_pending_sealed = rows.String(row, 7),
              .recovery_hashes = PartHashes(rows.Text(row, 8)),
              .invite_hash = std::nullopt,
              .invite_ends_at = rows.Time(row, 10),
              .created_at = rows.Time(row, 11)};
    const auto invite = PartHashes(rows.Text(row, 9));
    if (!invite.empty()) user.invite_hash = invite.front();
    return user;
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const User& user) {
    const std::string recovery = JoinHashes(user.recovery_hashes);
    const std::string invite = user.invite_hash ? JoinHashes({*user.invite_hash}) : std::string();
    // Who is let in again later begins anew.
    if (user.status == catalogue::UserStatus::kDisabled) {
        const auto ended = connection.Run(kEndSessions, {Value::Of(Now()), Value::Of(owner), Value::Of(user.id)});
        if (!ended) return ended;
    }
    return connection.Run(
        kUpsertUser,
        {Value::Of(owner), Value::Of(user.id), Text(user.email), NameValue(catalogue::kUserRoleNames, user.role),
         IdOrNull(user.affiliate), NameValue(catalogue::kUserStatusNames, user.status), Text(user.password_hash),
         BytesOrNull(user.totp_sealed), BytesOrNull(user.totp_pending_sealed), BytesOrNull(recovery),
         BytesOrNull(invite), Value::Of(user.invite_ends_at), Value::Of(user.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<User>& users) {
    return ReadEvery(connection, kSelectUsers, owner, ReadUser, users);
}

}  // namespace fairlead::ledger
