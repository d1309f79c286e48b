#include "ledger/login_records.hpp"

#include <algorithm>
#include <array>

#include "ledger/record/audit_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using access::LoginLimit;

// The most counts that one call drops: those over the limit, and those whose window has ended.
constexpr std::int64_t kDroppedCountsMax = 20'000;
constexpr std::int64_t kDroppedEndedCountsMax = 2'000;

constexpr Sql kFindKnownAddress("SELECT user_id FROM known_addresses WHERE name = $1 AND last_used_at > $2 LIMIT 1");
constexpr Sql kFindAttempts(
    "SELECT attempts, ends_at FROM log_in_attempts WHERE name = $1 AND ends_at > $2 AND ends_at < $3");
// A count whose window has ended starts again, and so does one whose end is too late to be right, because the clock of
// a node was wrong.
constexpr Sql kAddAttempt(
    "INSERT INTO log_in_attempts (name, attempts, ends_at) VALUES ($1, 1, $2)"
    " ON CONFLICT (name) DO UPDATE SET attempts = CASE WHEN log_in_attempts.ends_at > $3"
    " AND log_in_attempts.ends_at < $4 THEN log_in_attempts.attempts + 1 ELSE 1 END,"
    " ends_at = CASE WHEN log_in_attempts.ends_at > $3 AND log_in_attempts.ends_at < $4"
    " THEN log_in_attempts.ends_at ELSE excluded.ends_at END RETURNING attempts, ends_at");
constexpr Sql kTakeAttemptBack("UPDATE log_in_attempts SET attempts = attempts - 1 WHERE name = $1");
constexpr Sql kDropEmptyCount("DELETE FROM log_in_attempts WHERE name = $1 AND attempts <= 0");
constexpr Sql kForgetAttempts("DELETE FROM log_in_attempts WHERE name = $1");
constexpr Sql kCountCounts("SELECT count(*) FROM log_in_attempts");
constexpr Sql kDropEndedCounts(
    "DELETE FROM log_in_attempts WHERE name IN"
    " (SELECT name FROM log_in_attempts WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2)");
constexpr Sql kDropOldestCounts(
    "DELETE FROM log_in_attempts WHERE name IN (SELECT name FROM log_in_attempts ORDER BY ends_at LIMIT $1)");
constexpr Sql kRememberAddress(
    "INSERT INTO known_addresses (name, operator_id, user_id, last_used_at) VALUES ($1, $2, $3, $4)"
    " ON CONFLICT (name, operator_id, user_id) DO UPDATE SET last_used_at = excluded.last_used_at");
constexpr Sql kFindAddressesOfUser(
    "SELECT name, last_used_at FROM known_addresses WHERE operator_id = $1 AND user_id = $2"
    " ORDER BY last_used_at DESC, name LIMIT $3");
constexpr Sql kForgetAddresses(
    "DELETE FROM known_addresses WHERE operator_id = $1 AND user_id = $2 AND name NOT IN"
    " (SELECT name FROM known_addresses WHERE operator_id = $1 AND user_id = $2"
    " ORDER BY last_used_at DESC, name LIMIT $3)");

Value NameBytes(const Bytes16& name) { return Value::Of(std::span(name)); }

// The ends of windows that are possible now. Clocks of nodes may differ by a window.
struct PossibleEnds {
    explicit PossibleEnds(const app::LoginAttempt& attempt)
        : after(attempt.now.micros), before(attempt.now.micros + 2 * attempt.limits.window_micros) {}

    std::int64_t after;
    std::int64_t before;
};

// The limits that count for this attempt.
std::vector<LoginLimit> LimitsFor(bool is_known_address) {
    std::vector<LoginLimit> limits;
    for (const auto limit : {LoginLimit::kAddress, LoginLimit::kAccountAtAddress, LoginLimit::kAccount}) {
        if (access::Concerns(limit, is_known_address)) limits.push_back(limit);
    }
    return limits;
}

Result<std::optional<app::LoginVerdict::Closed>> FindClosed(Connection& open, const app::LoginAttempt& attempt,
                                                            std::span<const LoginLimit> limits) {
    const PossibleEnds ends(attempt);
    for (const LoginLimit limit : limits) {
        const auto rows = TRY(open.Query(kFindAttempts, {NameBytes(attempt.names[access::IndexOf(limit)]),
                                                         Value::Of(ends.after), Value::Of(ends.before)}));
        if (rows.empty() || rows.Integer(0, kFindAttempts["attempts"]) < attempt.limits.AttemptsMax(limit)) continue;
        return app::LoginVerdict::Closed{limit, rows.Time(0, kFindAttempts["ends_at"])};
    }
    return std::optional<app::LoginVerdict::Closed>();
}

Status TakeBackFrom(Connection& open, std::span<const Bytes16> names) {
    for (const Bytes16& name : names) {
        TRY(open.Run(kTakeAttemptBack, {NameBytes(name)}));
        TRY(open.Run(kDropEmptyCount, {NameBytes(name)}));
    }
    return {};
}

// Counts in the order of the names, so that two nodes never wait for each other in a circle. Another node may have
// counted since the counts were read: an attempt over a limit is taken back and refused.
Status CountAttempt(Connection& open, const app::LoginAttempt& attempt, std::vector<LoginLimit> limits,
                    app::LoginVerdict& verdict) {
    const auto name_of = [&](LoginLimit limit) { return attempt.names[access::IndexOf(limit)]; };
    std::ranges::sort(limits, {}, name_of);
    const PossibleEnds ends(attempt);
    const std::int64_t new_end = attempt.now.micros + attempt.limits.window_micros;
    std::vector<Bytes16> counted;
    for (const LoginLimit limit : limits) {
        const Bytes16 name = name_of(limit);
        const auto rows = TRY(open.Query(
            kAddAttempt, {NameBytes(name), Value::Of(new_end), Value::Of(ends.after), Value::Of(ends.before)}));
        counted.push_back(name);
        const std::int64_t attempts = rows.Integer(0, kAddAttempt["attempts"]);
        const int attempts_max = attempt.limits.AttemptsMax(limit);
        if (attempts > attempts_max) {
            verdict.closed = app::LoginVerdict::Closed{limit, rows.Time(0, kAddAttempt["ends_at"])};
            verdict.used_up = {};
            return TakeBackFrom(open, counted);
        }
        verdict.used_up[access::IndexOf(limit)] = attempts == attempts_max;
    }
    return {};
}

Result<app::LoginVerdict> EnterAttempt(Connection& open, const app::LoginAttempt& attempt) {
    app::LoginVerdict verdict;
    const auto known =
        TRY(open.Query(kFindKnownAddress, {NameBytes(attempt.names[access::IndexOf(LoginLimit::kAccountAtAddress)]),
                                           Value::Of(attempt.now.micros - app::kKnownAddressMicros)}));
    verdict.is_known_address = !known.empty();
    if (attempt.only_known_address && !verdict.is_known_address) return verdict;
    auto limits = LimitsFor(verdict.is_known_address);
    verdict.closed = TRY(FindClosed(open, attempt, limits));
    if (!verdict.closed) {
        TRY(CountAttempt(open, attempt, std::move(limits), verdict));
    }
    return verdict;
}

Result<app::AddressNews> NewsOf(Connection& open, const app::KnownAddress& address) {
    // One more than are kept: two nodes may remember at the same time.
    const auto rows = TRY(open.Query(kFindAddressesOfUser, {Value::Of(address.owner), Value::Of(address.user),
                                                            Value::Of(app::kKnownAddressesMax + 1)}));
    const std::string_view name(reinterpret_cast<const char*>(address.name.data()), address.name.size());
    const Timestamp forgotten_before{address.used_at.micros - app::kKnownAddressMicros};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool is_used = rows.Time(i, kFindAddressesOfUser["last_used_at"]) > forgotten_before;
        if (is_used && rows.Text(i, kFindAddressesOfUser["name"]) == name) return app::AddressNews::kKnown;
    }
    return rows.empty() ? app::AddressNews::kFirst : app::AddressNews::kNew;
}

Result<app::AddressNews> Remember(Connection& open, const app::KnownAddress& address) {
    const auto news = TRY(NewsOf(open, address));
    TRY(open.Run(kRememberAddress, {NameBytes(address.name), Value::Of(address.owner), Value::Of(address.user),
                                    Value::Of(address.used_at)}));
    TRY(open.Run(kForgetAddresses,
                 {Value::Of(address.owner), Value::Of(address.user), Value::Of(app::kKnownAddressesMax)}));
    // A node may end before it takes its attempts back. They must not add up and close the account.
    TRY(open.Run(kForgetAttempts, {NameBytes(address.name)}));
    return news;
}

}  // namespace

// Log-ins do not depend on the clock: a wrong one only moves the end of a window.
void RelationalLoginRecords::Enter(app::LoginAttempt attempt, app::AnswerDone<app::LoginVerdict> done) {
    tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done),
                        [attempt](Connection& open) { return EnterAttempt(open, attempt); });
}

void RelationalLoginRecords::TakeBack(std::vector<Bytes16> names, app::StatusDone done) {
    std::ranges::sort(names);
    tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done),
                        [names = std::move(names)](Connection& open) { return TakeBackFrom(open, names); });
}

void RelationalLoginRecords::RememberAddress(app::KnownAddress address, app::AnswerDone<app::AddressNews> done) {
    tasks_.WriteUndated(address.owner, std::move(done),
                        [address](Connection& open) { return Remember(open, address); });
}

void RelationalLoginRecords::AddAudit(OperatorId owner, std::vector<app::AuditEntry> entries, app::StatusDone done) {
    tasks_.Change(owner, std::move(done), [entries = std::move(entries)](LockedOperator& locked) {
        OperatorTransaction& transaction = locked.transaction();
        return InsertAudit(transaction.connection, transaction.moment, transaction.record, entries);
    });
}

// The rows are counted on a reader, because that takes a while and must not keep a lock.
void RelationalLoginRecords::DropOldCounts(Timestamp now, app::StatusDone done) {
    const auto count = [](Connection& open) -> Result<std::int64_t> {
        const auto rows = TRY(open.Query(kCountCounts, {}));
        return rows.Integer(0);
    };
    app::AnswerDone<std::int64_t> drop = [this, now, done = std::move(done)](Result<std::int64_t> found) mutable {
        if (!found) return done(std::unexpected(found.error()));
        if (*found == 0) return done({});
        const std::int64_t excess = std::min(*found - app::kLoginCountsMax, kDroppedCountsMax);
        tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done), [now, excess](Connection& open) -> Status {
            if (excess > 0) TRY(open.Run(kDropOldestCounts, {Value::Of(excess)}));
            return open.Run(kDropEndedCounts, {Value::Of(now), Value::Of(kDroppedEndedCountsMax)});
        });
    };
    tasks_.Read(LedgerTasks::kNoOperator, std::move(drop), count);
}

}  // namespace fairlead::ledger
