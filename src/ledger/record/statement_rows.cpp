#include "ledger/record/statement_rows.hpp"

#include <algorithm>

#include "app/mail/mail_notices.hpp"
#include "app/outbox/audit_notices.hpp"
#include "base/text/json_text.hpp"
#include "domain/signals/review_hold.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/line_facts.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/sql/two_person_rule_column.hpp"

namespace fairlead::ledger {

using app::StatementRecord;
using app::StatementStatus;
using app::StatementStep;

namespace {

constexpr SqlText kStoredStatementColumns(
    "operator_id, statement_id, affiliate_id, period, currency, closed_at, closed_by, commit_no, payable, content,"
    " content_hash, previous_hash");
constexpr ComposedSql kInsertStatement(InsertInto("statements", kStoredStatementColumns));
constexpr SqlText kStatementColumns("statement_id, content, closed_at, closed_by, commit_no");
constexpr auto kSelectStatements = "SELECT " + kStatementColumns + " FROM statements WHERE operator_id = $1";
constexpr ComposedSql kOneStatement(kSelectStatements + " AND statement_id = $2");
constexpr ComposedSql kStatementsOfPeriod(kSelectStatements + " AND affiliate_id = $2 AND period = $3");
// An affiliate has few statements, so all of them are read, without their large content.
constexpr Sql kHeads(
    "SELECT statement_id, currency, commit_no, content_hash FROM statements WHERE operator_id = $1"
    " AND affiliate_id = $2");
constexpr Sql kEarlierPayables(
    "SELECT commit_no, payable FROM statements WHERE operator_id = $1 AND affiliate_id = $2 AND currency = $3"
    " AND commit_no < $4 ORDER BY commit_no DESC");
constexpr Sql kAdjusters(
    "SELECT DISTINCT actor FROM adjustments WHERE operator_id = $1 AND affiliate_id = $2 AND currency = $3"
    " AND commit_no > $4 AND commit_no <= $5 ORDER BY actor");
constexpr Sql kCommitOf("SELECT commit_no FROM statements WHERE operator_id = $1 AND statement_id = $2");
// Shares of parents directly follow the accrual that they name as their source. There are at most 10 levels of parents.
constexpr Sql kReversers(
    "SELECT DISTINCT r.actor FROM accrual_reversals r"
    " JOIN accruals a ON a.operator_id = r.operator_id AND a.number >= r.reversal AND a.number <= r.reversal + 10"
    " AND (a.number = r.reversal OR a.source = r.reversal)"
    " WHERE r.operator_id = $1 AND a.affiliate_id = $2"
    " AND (a.period = $3 OR r.made_at > coalesce((SELECT max(s.closed_at) FROM statements s WHERE s.operator_id = $1"
    " AND s.affiliate_id = $2 AND s.commit_no = $4), 0)) AND r.made_at <= $5 ORDER BY r.actor");
constexpr Sql kTwoPersonRule("SELECT two_person_rule FROM operators WHERE operator_id = $1");
constexpr Sql kPaymentHold("SELECT payment_hold FROM affiliates WHERE operator_id = $1 AND affiliate_id = $2");
constexpr Sql kSignalsThatHold(
    "SELECT count(*) FROM fraud_signals WHERE operator_id = $1 AND affiliate_id = $2 AND state = 'open' AND holds = 1");
constexpr SqlText kStepColumns("status, actor, at, payment_date, payment_method, payment_reference, reason");
constexpr ComposedSql kSteps("SELECT " + kStepColumns +
                             " FROM statement_steps WHERE operator_id = $1 AND statement_id = $2 ORDER BY number");
constexpr ComposedSql kInsertStep(InsertInto("statement_steps", "operator_id, statement_id, number, " + kStepColumns));

std::string_view HashBytes(const Bytes32& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

Value BytesValue(std::string_view bytes) { return {Value::Kind::kBytes, 0, bytes}; }

std::string_view StatusName(StatementStatus status) {
    return app::kStatementStatusNames[static_cast<std::size_t>(status)];
}

std::optional<app::Payment> PaymentAt(const ResultRows& rows, std::size_t row) {
    if (rows.IsNull(row, kSteps["payment_date"])) return std::nullopt;
    const auto date = Date::Parse(rows.Text(row, kSteps["payment_date"]));
    CheckReadable(date.has_value(), "a date");
    return app::Payment{*date, rows.String(row, kSteps["payment_method"]),
                        rows.String(row, kSteps["payment_reference"])};
}

Status AddSteps(Connection& connection, OperatorId owner, StatementRecord& record) {
    const auto rows = TRY(connection.Query(kSteps, {Value::Of(owner), Value::Of(record.id)}));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        record.steps.push_back({FromName<StatementStatus>(app::kStatementStatusNames, rows.Text(row, kSteps["status"])),
                                rows.String(row, kSteps["actor"]), rows.Time(row, kSteps["at"]), PaymentAt(rows, row),
                                rows.IsNull(row, kSteps["reason"]) ? "" : rows.String(row, kSteps["reason"])});
    }
    record.status = record.steps.empty() ? StatementStatus::kClosed : record.steps.back().status;
    return {};
}

// The commit of the last earlier statement that paid something out; 0 if there is none. What was not paid out since
// then is part of the next statement's balance.
Result<std::int64_t> LastPayout(Connection& connection, OperatorId owner, const statements::Statement& statement,
                                std::int64_t commit_no) {
    const auto rows =
        TRY(connection.Query(kEarlierPayables, {Value::Of(owner), Value::Of(statement.affiliate),
                                                Value::Of(statement.currency.code()), Value::Of(commit_no)}));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (ReadDecimal(rows, row, kEarlierPayables["payable"]).IsZero()) continue;
        return rows.Integer(row, kEarlierPayables["commit_no"]);
    }
    return 0;
}

// Most statements contain no adjustment, neither as a line nor in the balance of earlier periods.
bool MayBeAdjusted(const statements::Statement& statement) {
    return std::ranges::any_of(statement.lines, [](const statements::Line& line) {
        return line.type == statements::LineType::kAdjustment || line.type == statements::LineType::kBalance;
    });
}

Status AddAdjusters(Connection& connection, OperatorId owner, std::int64_t commit_no, StatementRecord& record) {
    const statements::Statement& statement = record.statement;
    if (!MayBeAdjusted(statement)) return {};
    const auto since = TRY(LastPayout(connection, owner, statement, commit_no));
    const auto rows = TRY(
        connection.Query(kAdjusters, {Value::Of(owner), Value::Of(statement.affiliate),
                                      Value::Of(statement.currency.code()), Value::Of(since), Value::Of(commit_no)}));
    for (std::size_t row = 0; row < rows.size(); ++row) record.adjusted_by.push_back(rows.String(row));
    return {};
}

// The people who reversed accruals of the affiliate, including its shares of the commission of sub-affiliates.
// Reversals count if they are in the period or were made after the last payout, and before the statement was closed.
Result<std::vector<std::string>> ReadReversers(Connection& connection, OperatorId owner,
                                               const StatementRecord& record) {
    const statements::Statement& statement = record.statement;
    const auto own = TRY(connection.Query(kCommitOf, {Value::Of(owner), Value::Of(record.id)}));
    const auto since = TRY(LastPayout(connection, owner, statement, own.Integer(0)));
    const auto rows = TRY(connection.Query(
        kReversers, {Value::Of(owner), Value::Of(statement.affiliate), Value::Of(std::int64_t{statement.period.number}),
                     Value::Of(since), Value::Of(record.closed_at.value_or(Timestamp()))}));
    std::vector<std::string> reversers;
    for (std::size_t row = 0; row < rows.size(); ++row) reversers.push_back(rows.String(row));
    return reversers;
}

// Ordered by currency.
Result<std::vector<StatementRecord>> ReadRecords(Connection& connection, OperatorId owner, const ResultRows& rows) {
    std::vector<StatementRecord> records;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto statement = statements::ReadContent(rows.Text(row, kStatementColumns["content"]));
        if (!statement) return Fail(ErrorCode::kLedgerFailed, "a statement in the record is damaged");
        StatementRecord record{.id = rows.Identifier<StatementId>(row, kStatementColumns["statement_id"]),
                               .statement = std::move(*statement),
                               .closed_at = rows.Time(row, kStatementColumns["closed_at"]),
                               .closed_by = rows.String(row, kStatementColumns["closed_by"])};
        TRY(AddSteps(connection, owner, record));
        TRY(AddAdjusters(connection, owner, rows.Integer(row, kStatementColumns["commit_no"]), record));
        records.push_back(std::move(record));
    }
    std::ranges::sort(records, {}, [](const StatementRecord& record) { return record.statement.currency; });
    return records;
}

// The status after a step; nothing if the status does not allow the step. A statement with nothing to pay has the
// status closed only if an earlier version of the program closed it, or if it was on hold before; approving it settles
// it.
std::optional<StatementStatus> Next(const StatementRecord& record, StatementStep step) {
    const StatementStatus from = record.status;
    switch (step) {
        case StatementStep::kApprove:
            if (from != StatementStatus::kClosed) return std::nullopt;
            return record.statement.payable.IsZero() ? StatementStatus::kSettled : StatementStatus::kApproved;
        case StatementStep::kPay:
            return from == StatementStatus::kApproved ? std::optional(StatementStatus::kPaid) : std::nullopt;
        case StatementStep::kHold: {
            const bool may = from == StatementStatus::kClosed || from == StatementStatus::kApproved;
            return may ? std::optional(StatementStatus::kOnHold) : std::nullopt;
        }
        case StatementStep::kRelease:
            return from == StatementStatus::kOnHold ? std::optional(StatementStatus::kClosed) : std::nullopt;
    }
    return std::nullopt;
}

Error WrongStep(StatementStatus from, StatementStep step) {
    constexpr std::array<std::string_view, 4> kNeeds{
        "only a closed statement can be approved", "only a closed or approved statement can be put on hold",
        "only a statement on hold can be released", "only an approved statement can be paid"};
    return {ErrorCode::kConflict, "",
            std::string(kNeeds[static_cast<std::size_t>(step)]) + "; this one is " + std::string(StatusName(from))};
}

// Everybody who took part in a statement, including people whom the statement itself does not name.
Result<statements::StatementPeople> PeopleOf(Connection& connection, const app::StatementStepRequest& request,
                                             const StatementRecord& record) {
    statements::StatementPeople people = record.People();
    people.reversed_by = TRY(ReadReversers(connection, request.owner, record));
    std::vector<std::string> keys{request.actor, people.closed_by};
    for (const auto* list : {&people.adjusted_by, &people.reversed_by, &people.approved_by}) {
        keys.insert(keys.end(), list->begin(), list->end());
    }
    for (const std::string& key : keys) {
        auto creator = TRY(ReadKeyCreator(connection, request.owner, key));
        if (creator) people.key_creators[key] = *std::move(creator);
    }
    return people;
}

// `now` is the checked time of the transaction: a clock that jumped ahead must not end the rule.
Status CheckPerson(Connection& connection, const app::StatementStepRequest& request, const StatementRecord& record,
                   Timestamp now) {
    const auto rule = TRY(connection.Query(kTwoPersonRule, {Value::Of(request.owner)}));
    if (!ReadTwoPersonRule(rule.Integer(0)).IsOn(now)) return {};
    const auto people = TRY(PeopleOf(connection, request, record));
    std::optional<std::string> why;
    if (request.step == StatementStep::kApprove) why = statements::WhyNotApprove(people, request.actor);
    if (request.step == StatementStep::kPay) why = statements::WhyNotPay(people, request.actor);
    if (why) return Fail(ErrorCode::kTwoPersonRule, *std::move(why));
    return {};
}

// An affiliate that the ledger does not have cannot be on hold.
Status CheckPaymentHold(Connection& connection, OperatorId owner, AffiliateId affiliate) {
    const auto rows = TRY(connection.Query(kPaymentHold, {Value::Of(owner), Value::Of(affiliate)}));
    if (rows.empty() || rows.IsNull(0)) return {};
    return Fail(ErrorCode::kPaymentHeld, "payments to this affiliate are on hold: " + rows.String(0));
}

// Whether the step moves money towards its payment.
bool LeadsToPayment(StatementStep step) { return step == StatementStep::kApprove || step == StatementStep::kPay; }

Status CheckReview(Connection& connection, OperatorId owner, const statements::Statement& statement) {
    const auto open = TRY(connection.Query(kSignalsThatHold, {Value::Of(owner), Value::Of(statement.affiliate)}));
    if (auto why = signals::WhyHeldForReview(statement.payable, open.Integer(0))) {
        return Fail(ErrorCode::kHeldForReview, *std::move(why));
    }
    return {};
}

std::string StatementAuditText(StatementStatus status, const std::optional<app::Payment>& payment,
                               const std::string& reason = {}) {
    std::string text = R"({"status":")" + std::string(StatusName(status)) + '"';
    if (payment) {
        text += R"(,"date":")" + payment->date.ToString() + R"(","method":)";
        AppendJsonString(text, payment->method);
        text += ",\"reference\":";
        AppendJsonString(text, payment->reference);
    }
    if (!reason.empty()) {
        text += ",\"reason\":";
        AppendJsonString(text, reason);
    }
    return text + "}";
}

Status InsertStep(Connection& connection, OperatorId owner, const SealedKey& key,
                  const app::StatementStepRecord& step) {
    const std::string date = step.payment ? step.payment->date.ToString() : std::string();
    return connection.Run(
        kInsertStep, {Value::Of(owner), Value::Of(key.id), Value::Of(key.number), Value::Of(StatusName(step.status)),
                      Text(step.actor), Value::Of(step.at), Value::TextOrNull(date),
                      step.payment ? Text(step.payment->method) : Value::Null(),
                      step.payment ? Text(step.payment->reference) : Value::Null(), Value::TextOrNull(step.reason)});
}

// Stores a step with its seal and its audit entry.
Status StoreStep(Connection& connection, const OperatorMoment& moment, CommitRecord& commit, const SealedKey& key,
                 const app::StatementStepRecord& step, const app::AuditEntry& audit) {
    return InOrder([&] { return InsertStep(connection, moment.owner, key, step); },
                   [&] { return SealOne(connection, moment, commit, SealedKind::kStatementStep, key); },
                   [&] { return InsertAudit(connection, moment, commit, audit); });
}

}  // namespace

Status InsertStatement(Connection& connection, const NewStatement& row) {
    const statements::Statement& statement = *row.statement;
    const StatementId id =
        statements::StatementIdOf(row.owner, statement.affiliate, statement.period, statement.currency);
    const std::string payable = statement.payable.ToString();
    const std::string content = statements::ContentBytes(statement);
    return connection.Run(
        kInsertStatement,
        {Value::Of(row.owner), Value::Of(id), Value::Of(statement.affiliate),
         Value::Of(std::int64_t{statement.period.number}), Value::Of(statement.currency.code()),
         Value::Of(row.closed_at), Value::Of(row.closed_by), Value::Of(row.commit_no), Value::DecimalText(payable),
         BytesValue(content), BytesValue(HashBytes(statement.content_hash)),
         BytesValue(HashBytes(statement.previous_hash))});
}

Result<std::optional<StatementRecord>> FindStatement(Connection& connection, OperatorId owner, StatementId id) {
    const auto rows = TRY(connection.Query(kOneStatement, {Value::Of(owner), Value::Of(id)}));
    auto records = TRY(ReadRecords(connection, owner, rows));
    if (records.empty()) return std::nullopt;
    return std::move(records.front());
}

Result<std::vector<StatementRecord>> ReadStatementsOf(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                                      Period period) {
    const auto rows = TRY(connection.Query(
        kStatementsOfPeriod, {Value::Of(owner), Value::Of(affiliate), Value::Of(std::int64_t{period.number})}));
    return ReadRecords(connection, owner, rows);
}

Result<LastStatements> ReadLastStatements(Connection& connection, OperatorId owner, AffiliateId affiliate) {
    const auto heads = TRY(connection.Query(kHeads, {Value::Of(owner), Value::Of(affiliate)}));
    std::map<Currency, std::pair<std::int64_t, StatementId>> newest;
    std::pair<std::int64_t, Currency> last(0, *Currency::Parse("EUR"));
    LastStatements found;
    for (std::size_t row = 0; row < heads.size(); ++row) {
        const auto currency = Currency::Parse(heads.Text(row, kHeads["currency"]));
        CheckReadable(currency.has_value(), "a currency");
        const std::int64_t commit = heads.Integer(row, kHeads["commit_no"]);
        const auto id = heads.Identifier<StatementId>(row, kHeads["statement_id"]);
        const auto [place, fresh] = newest.try_emplace(*currency, commit, id);
        if (!fresh && place->second.first < commit) place->second = {commit, id};
        // The statements of one commit follow each other in the order of currencies.
        if (std::pair(commit, *currency) < last) continue;
        last = {commit, *currency};
        std::ranges::copy(heads.Text(row, kHeads["content_hash"]).substr(0, found.hash.size()), found.hash.begin());
    }
    for (const auto& [currency, commit_and_id] : newest) {
        auto record = TRY(FindStatement(connection, owner, commit_and_id.second));
        found.commits[currency] = commit_and_id.first;
        found.by_currency.emplace(currency, std::move(record->statement));
    }
    return found;
}

namespace {

// Nothing is reported when a statement is put on hold or released.
void AddStepNotice(const StatementRecord& record, app::StatementStep step, CommitRecord& commit) {
    if (step != app::StatementStep::kApprove && step != app::StatementStep::kPay) return;
    const auto type = step == app::StatementStep::kPay ? outbox::WebhookType::kStatementPaid
                                                       : outbox::WebhookType::kStatementApproved;
    commit.AddNotice(app::StatementNotice(type, record.id, record.statement));
    const auto mail =
        step == app::StatementStep::kPay ? outbox::MailType::kStatementPaid : outbox::MailType::kStatementApproved;
    commit.AddMailNotice(app::StatementMail(mail, record.id, record.statement));
}

}  // namespace

Result<StatementRecord> StepStatement(Connection& connection, const OperatorMoment& moment, CommitRecord& commit,
                                      const app::StatementStepRequest& request) {
    auto record = TRY(TakeStep(connection, moment, commit, request));
    TRY(AddLineFacts(connection, request.owner, std::span(&record, 1)));
    return record;
}

Status SettleStatement(Connection& connection, const OperatorMoment& moment, CommitRecord& commit, StatementId id,
                       const std::string& actor) {
    const app::StatementStepRecord step{StatementStatus::kSettled, actor, moment.recorded_at, std::nullopt};
    const app::AuditEntry audit{.actor = actor,
                                .action = "statement.settle",
                                .subject = "statement/" + id.ToString(),
                                .before = StatementAuditText(StatementStatus::kClosed, {}),
                                .after = StatementAuditText(StatementStatus::kSettled, {})};
    return StoreStep(connection, moment, commit, {id.uuid, 1}, step, audit);
}

Result<StatementRecord> TakeStep(Connection& connection, const OperatorMoment& moment, CommitRecord& commit,
                                 const app::StatementStepRequest& request) {
    auto found = TRY(FindStatement(connection, request.owner, request.statement));
    if (!found) return Fail(ErrorCode::kNotFound, "there is no such closed statement");
    StatementRecord& record = *found;
    const auto next = Next(record, request.step);
    if (!next) return std::unexpected(WrongStep(record.status, request.step));
    if (request.step == StatementStep::kPay) {
        TRY(CheckPaymentHold(connection, request.owner, record.statement.affiliate));
    }
    if (LeadsToPayment(request.step)) {
        TRY(CheckReview(connection, request.owner, record.statement));
    }
    TRY(CheckPerson(connection, request, record, moment.clock));
    const app::StatementStepRecord step{*next, request.actor, moment.recorded_at, request.payment, request.reason};
    const std::string name(app::kStatementStepNames[static_cast<std::size_t>(request.step)]);
    const app::AuditEntry audit{.actor = request.actor,
                                .action = "statement." + name,
                                .subject = "statement/" + record.id.ToString(),
                                .before = StatementAuditText(record.status, {}),
                                .after = StatementAuditText(*next, request.payment, request.reason)};
    AddStepNotice(record, request.step, commit);
    const SealedKey key{record.id.uuid, static_cast<std::int64_t>(record.steps.size()) + 1};
    TRY(StoreStep(connection, moment, commit, key, step, audit));
    record.steps.push_back(step);
    record.status = *next;
    return std::move(record);
}

}  // namespace fairlead::ledger
