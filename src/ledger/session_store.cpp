#include "ledger/session_store.hpp"

#include "domain/catalogue/records.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {
namespace {

// A one-time code of a user opens only one session: its step is unique among the user's sessions, including ended ones.
constexpr ComposedSql kInsertSession(
    InsertInto("sessions", SqlText("operator_id, token_hash, user_id, created_at, last_seen_at, totp_step")) +
    " ON CONFLICT DO NOTHING RETURNING user_id");
constexpr Sql kLockUser(
    "SELECT status, password_hash, totp_sealed, totp_confirmed_step FROM users"
    " WHERE operator_id = $1 AND user_id = $2 {for_update}");
constexpr Sql kForget("DELETE FROM sessions WHERE operator_id = $1 AND user_id = $2 AND created_at < $3");
constexpr Sql kFindSession(
    "SELECT user_id, created_at, last_seen_at FROM sessions"
    " WHERE operator_id = $1 AND token_hash = $2 AND ended_at IS NULL");
constexpr Sql kEndOne(
    "UPDATE sessions SET ended_at = $1 WHERE operator_id = $2 AND token_hash = $3 AND ended_at IS NULL");
constexpr Sql kEndAll(
    "UPDATE sessions SET ended_at = $1 WHERE operator_id = $2 AND user_id = $3 AND token_hash <> $4"
    " AND ended_at IS NULL");
constexpr Sql kNoteSeen(
    "UPDATE sessions SET last_seen_at = $1 WHERE operator_id = $2 AND token_hash = $3 AND last_seen_at < $1");

Value HashValue(const Bytes32& hash) { return Value::Of(std::span(hash)); }

// Nodes decide on the users that they have in memory. A user that another node has changed since then, for example one
// that now has one-time codes, must not get a session by the old rules.
Status CompareUser(Connection& session, const app::SessionRecord& record, const app::CheckedUser& checked) {
    const auto rows = TRY(session.Query(kLockUser, {Value::Of(record.owner), Value::Of(record.user)}));
    const auto active = catalogue::kUserStatusNames[static_cast<std::size_t>(catalogue::UserStatus::kActive)];
    const bool same = !rows.empty() && rows.Text(0, kLockUser["status"]) == active &&
                      rows.Text(0, kLockUser["password_hash"]) == checked.password_hash &&
                      rows.Text(0, kLockUser["totp_sealed"]) == checked.totp_sealed &&
                      rows.Integer(0, kLockUser["totp_confirmed_step"]) == checked.totp_confirmed_step;
    if (same) return {};
    return Fail(ErrorCode::kConflict, "the user has changed in the meantime");
}

Status Insert(Connection& session, const app::SessionRecord& record, Timestamp forget_before) {
    const auto step = record.totp_step ? Value::Of(*record.totp_step) : Value::Null();
    TRY(session.Run(kForget, {Value::Of(record.owner), Value::Of(record.user), Value::Of(forget_before)}));
    const auto rows = TRY(
        session.Query(kInsertSession, {Value::Of(record.owner), HashValue(record.token_hash), Value::Of(record.user),
                                       Value::Of(record.created_at), Value::Of(record.last_seen_at), step}));
    if (rows.empty()) return Fail(ErrorCode::kInvalidTotp, "the one-time code has been used");
    return {};
}

Result<std::optional<app::SessionRecord>> Select(Connection& session, OperatorId owner, const Bytes32& hash) {
    const auto rows = TRY(session.Query(kFindSession, {Value::Of(owner), HashValue(hash)}));
    if (rows.empty()) return std::optional<app::SessionRecord>();
    return app::SessionRecord{.owner = owner,
                              .token_hash = hash,
                              .user = rows.Identifier<UserId>(0, kFindSession["user_id"]),
                              .created_at = rows.Time(0, kFindSession["created_at"]),
                              .last_seen_at = rows.Time(0, kFindSession["last_seen_at"]),
                              .totp_step = std::nullopt};
}

// Uses the system's clock, unchecked: a log-out must work while the clock is not trusted. Only whether there is a time
// decides that a session has ended, so a wrong time does no harm.
Status MarkEnded(Connection& session, const app::SessionEnding& ending) {
    if (ending.token_hash) {
        return session.Run(kEndOne, {Value::Of(Now()), Value::Of(ending.owner), HashValue(*ending.token_hash)});
    }
    const Bytes32 keep = ending.keep.value_or(Bytes32{});
    return session.Run(kEndAll, {Value::Of(Now()), Value::Of(ending.owner), Value::Of(ending.user), HashValue(keep)});
}

}  // namespace

void RelationalSessionStore::Open(app::SessionRecord session, app::CheckedUser checked, Timestamp forget_before,
                                  app::StatusDone done) {
    Submit(writes_, session.owner, std::move(done),
           [session, checked = std::move(checked), forget_before](Connection& ledger) {
               return InTransaction(ledger, [&](Connection& open) -> Status {
                   TRY(CompareUser(open, session, checked));
                   return Insert(open, session, forget_before);
               });
           });
}

void RelationalSessionStore::Find(OperatorId owner, Bytes32 token_hash,
                                  app::AnswerDone<std::optional<app::SessionRecord>> done) {
    Submit(reads_, owner, std::move(done),
           [owner, token_hash](Connection& ledger) { return Select(ledger, owner, token_hash); });
}

void RelationalSessionStore::End(app::SessionEnding ending, app::StatusDone done) {
    Submit(writes_, ending.owner, std::move(done), [ending](Connection& ledger) {
        // A session can be ended at any time.
        return InUndatedTransaction(ledger, [&](Connection& open) { return MarkEnded(open, ending); });
    });
}

void RelationalSessionStore::NoteSeen(OperatorId owner, Bytes32 token_hash, Timestamp at) {
    Submit(writes_, owner, app::StatusDone([](const Status&) {}), [=](Connection& ledger) {
        return InTransaction(ledger, [&](Connection& open) {
            return open.Run(kNoteSeen, {Value::Of(at), Value::Of(owner), HashValue(token_hash)});
        });
    });
}

}  // namespace fairlead::ledger
