#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::MailTopic;
using catalogue::User;

constexpr SqlText kUserColumns(
    "email, role, affiliate_id, status, password_hash, totp_sealed, totp_pending_sealed, recovery_hashes,"
    " invite_hash, invite_ends_at, totp_confirmed_step, recovery_salt, reset_hash, reset_ends_at, mails_off, new_email,"
    " old_address_hash, new_address_hash, new_email_ends_at");
constexpr ComposedSql kUpsertUser(UpsertInto("users", "operator_id, user_id", kUserColumns, "created_at"));
constexpr Sql kEndSessions(
    "UPDATE sessions SET ended_at = $1 WHERE operator_id = $2 AND user_id = $3 AND ended_at IS NULL");
constexpr ComposedSql kSelectUsers("SELECT user_id, " + kUserColumns +
                                   ", created_at FROM users WHERE operator_id = $1 ORDER BY user_id");

std::string JoinHashes(const std::vector<Bytes32>& hashes) {
    std::string joined;
    for (const Bytes32& hash : hashes) joined.append(hash.begin(), hash.end());
    return joined;
}

std::vector<Bytes32> SplitHashes(std::string_view joined) {
    std::vector<Bytes32> hashes(joined.size() / sizeof(Bytes32));
    CheckReadable(hashes.size() * sizeof(Bytes32) == joined.size(), "the recovery codes of a user");
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        std::ranges::copy(joined.substr(i * sizeof(Bytes32), sizeof(Bytes32)), hashes[i].begin());
    }
    return hashes;
}

std::optional<Bytes16> ReadSalt(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    Bytes16 salt;
    CheckReadable(bytes.size() == salt.size(), "the recovery codes of a user");
    std::ranges::copy(bytes, salt.begin());
    return salt;
}

std::optional<Bytes32> ReadHash(std::string_view bytes) {
    const auto hashes = SplitHashes(bytes);
    return hashes.empty() ? std::nullopt : std::optional(hashes.front());
}

std::string JoinHash(const std::optional<Bytes32>& hash) { return hash ? JoinHashes({*hash}) : std::string(); }

std::string JoinTopics(const std::set<MailTopic>& topics) {
    std::string joined;
    for (const MailTopic topic : topics) joined.append(joined.empty() ? "" : ",").append(Name(topic));
    return joined;
}

std::set<MailTopic> SplitTopics(std::string_view joined) {
    std::set<MailTopic> topics;
    if (joined.empty()) return topics;
    for (const auto name : SplitTrimmed(joined, ',')) {
        topics.insert(FromName<MailTopic>(catalogue::kMailTopicNames, name));
    }
    return topics;
}

std::optional<catalogue::AddressChange> ReadAddressChange(const ResultRows& rows, std::size_t row) {
    std::string email = rows.String(row, kSelectUsers["new_email"]);
    if (email.empty()) return std::nullopt;
    return catalogue::AddressChange{.email = std::move(email),
                                    .old_hash = ReadHash(rows.Text(row, kSelectUsers["old_address_hash"])),
                                    .new_hash = ReadHash(rows.Text(row, kSelectUsers["new_address_hash"])),
                                    .ends_at = rows.Time(row, kSelectUsers["new_email_ends_at"])};
}

User ReadUser(const ResultRows& rows, std::size_t row) {
    return {
        .id = rows.Identifier<UserId>(row, kSelectUsers["user_id"]),
        .email = rows.String(row, kSelectUsers["email"]),
        .role = FromName<catalogue::UserRole>(catalogue::kUserRoleNames, rows.Text(row, kSelectUsers["role"])),
        .affiliate = ReadId<AffiliateId>(rows, row, kSelectUsers["affiliate_id"]),
        .status = FromName<catalogue::UserStatus>(catalogue::kUserStatusNames, rows.Text(row, kSelectUsers["status"])),
        .password_hash = rows.String(row, kSelectUsers["password_hash"]),
        .totp_sealed = rows.String(row, kSelectUsers["totp_sealed"]),
        .totp_pending_sealed = rows.String(row, kSelectUsers["totp_pending_sealed"]),
        .totp_confirmed_step = rows.Integer(row, kSelectUsers["totp_confirmed_step"]),
        .recovery_salt = ReadSalt(rows.Text(row, kSelectUsers["recovery_salt"])),
        .recovery_hashes = SplitHashes(rows.Text(row, kSelectUsers["recovery_hashes"])),
        .invite_hash = ReadHash(rows.Text(row, kSelectUsers["invite_hash"])),
        .invite_ends_at = rows.Time(row, kSelectUsers["invite_ends_at"]),
        .reset_hash = ReadHash(rows.Text(row, kSelectUsers["reset_hash"])),
        .reset_ends_at = rows.Time(row, kSelectUsers["reset_ends_at"]),
        .created_at = rows.Time(row, kSelectUsers["created_at"]),
        .mails_off = SplitTopics(rows.Text(row, kSelectUsers["mails_off"])),
        .address_change = ReadAddressChange(rows, row)};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const User& user) {
    const std::string recovery = JoinHashes(user.recovery_hashes);
    const std::string invite = JoinHash(user.invite_hash);
    const std::string reset = JoinHash(user.reset_hash);
    const std::string mails_off = JoinTopics(user.mails_off);
    const auto change = user.address_change.value_or(catalogue::AddressChange());
    const std::string old_link = JoinHash(change.old_hash);
    const std::string new_link = JoinHash(change.new_hash);
    const Value salt = user.recovery_salt ? Value::Of(std::span(*user.recovery_salt)) : Value::Null();
    // The user's row is locked before its sessions, as in the transaction that opens a session.
    TRY(connection.Run(kUpsertUser, {Value::Of(owner),
                                     Value::Of(user.id),
                                     Text(user.email),
                                     NameValue(catalogue::kUserRoleNames, user.role),
                                     IdOrNull(user.affiliate),
                                     NameValue(catalogue::kUserStatusNames, user.status),
                                     Text(user.password_hash),
                                     BytesOrNull(user.totp_sealed),
                                     BytesOrNull(user.totp_pending_sealed),
                                     BytesOrNull(recovery),
                                     BytesOrNull(invite),
                                     Value::Of(user.invite_ends_at),
                                     Value::Of(user.totp_confirmed_step),
                                     salt,
                                     BytesOrNull(reset),
                                     Value::Of(user.reset_ends_at),
                                     Text(mails_off),
                                     Text(change.email),
                                     BytesOrNull(old_link),
                                     BytesOrNull(new_link),
                                     Value::Of(change.ends_at),
                                     Value::Of(user.created_at)}));
    if (user.status != catalogue::UserStatus::kDisabled) return {};
    // A disabled user that is enabled later must log in again. The time itself decides nothing, so the system's clock
    // is enough.
    return connection.Run(kEndSessions, {Value::Of(Now()), Value::Of(owner), Value::Of(user.id)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<User>& users) {
    return ReadReadable(connection, kSelectUsers, owner, ReadUser, users);
}

}  // namespace fairlead::ledger
