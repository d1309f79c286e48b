#include "ledger/signals/signal_rows.hpp"

#include <algorithm>

#include "base/text/json_text.hpp"
#include "domain/tracking/click_id.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

using app::SignalRecord;
using app::SignalState;
using signals::Finding;

constexpr SqlText kSignalColumns(
    "signal_id, rule_id, rule_version, cause, affiliate_id, link_id, player_id, mark, begins_at, ends_at, value,"
    " allowed, usual, summary, holds, found_at, state, reason, decided_by, decided_at");
constexpr ComposedSql kInsertSignal(InsertInto("fraud_signals", "operator_id, " + kSignalColumns));
constexpr auto kSelectSignals = "SELECT " + kSignalColumns + " FROM fraud_signals WHERE operator_id = $1";
constexpr ComposedSql kOneSignal(kSelectSignals + " AND signal_id = $2");
constexpr ComposedSql kAllSignals(kSelectSignals + " AND signal_id < $2 ORDER BY signal_id DESC LIMIT $3");
constexpr ComposedSql kOpenSignals(kSelectSignals +
                                   " AND state = 'open' AND signal_id < $2 ORDER BY signal_id DESC LIMIT $3");
constexpr ComposedSql kSignalsOfAffiliate(kSelectSignals +
                                          " AND affiliate_id = $2 AND signal_id < $3 ORDER BY signal_id DESC LIMIT $4");
constexpr ComposedSql kSignalOfCause(kSelectSignals +
                                     " AND rule_id = $2 AND cause = $3 AND ends_at >= $4 AND begins_at <= $5"
                                     " ORDER BY ends_at DESC LIMIT 1");
constexpr Sql kOpenCount("SELECT count(*) FROM fraud_signals WHERE operator_id = $1 AND state = 'open'");
constexpr Sql kExtendSignal(
    "UPDATE fraud_signals SET begins_at = $1, ends_at = $2 WHERE operator_id = $3 AND signal_id = $4");
constexpr Sql kRaiseSignal(
    "UPDATE fraud_signals SET value = $1, allowed = $2, usual = $3, summary = $4"
    " WHERE operator_id = $5 AND signal_id = $6");
constexpr Sql kDecideSignal(
    "UPDATE fraud_signals SET state = $1, reason = $2, decided_by = $3, decided_at = $4"
    " WHERE operator_id = $5 AND signal_id = $6");
constexpr Sql kSelectRegistrations(
    "SELECT a.player_id, a.affiliate_id, a.link_id, a.click_id, a.decided_at, e.event_time FROM attributions a"
    " JOIN players p ON p.operator_id = a.operator_id AND p.player_id = a.player_id"
    " JOIN events e ON e.operator_id = a.operator_id AND e.seq = p.registration_seq"
    " WHERE a.operator_id = $1 AND a.decided_at >= $2 AND a.decided_at <= $3 AND a.click_id IS NOT NULL"
    " AND a.affiliate_id IS NOT NULL ORDER BY a.decided_at DESC, a.player_id DESC LIMIT $4");

constexpr std::int64_t kSignalsAtOnce = 201;
constexpr int kSignalChunksMax = 50;
constexpr std::string_view kNoSuchSignal = "there is no such fraud signal";

// The cursor of the first page: the newest signals come first.
constexpr FraudSignalId kAfterAllSignals = [] {
    Uuid greatest;
    greatest.bytes.fill(0xFF);
    return FraudSignalId{greatest};
}();

std::string TextOrEmpty(const ResultRows& rows, std::size_t row, Column column) {
    return rows.IsNull(row, column) ? std::string() : rows.String(row, column);
}

Finding ReadFinding(const ResultRows& rows, std::size_t row) {
    Finding finding{.cause = rows.String(row, kSignalColumns["cause"]),
                    .affiliate = rows.Identifier<AffiliateId>(row, kSignalColumns["affiliate_id"]),
                    .link = ReadId<LinkId>(rows, row, kSignalColumns["link_id"]),
                    .player = ReadId<PlayerId>(rows, row, kSignalColumns["player_id"]),
                    .mark = TextOrEmpty(rows, row, kSignalColumns["mark"]),
                    .begins = rows.Time(row, kSignalColumns["begins_at"]),
                    .ends = rows.Time(row, kSignalColumns["ends_at"]),
                    .value = ReadDecimal(rows, row, kSignalColumns["value"]),
                    .allowed = ReadDecimal(rows, row, kSignalColumns["allowed"]),
                    .summary = rows.String(row, kSignalColumns["summary"])};
    if (!rows.IsNull(row, kSignalColumns["usual"])) finding.usual = ReadDecimal(rows, row, kSignalColumns["usual"]);
    return finding;
}

SignalRecord ReadSignal(const ResultRows& rows, std::size_t row) {
    SignalRecord signal{.id = rows.Identifier<FraudSignalId>(row, kSignalColumns["signal_id"]),
                        .rule = rows.Identifier<FraudRuleId>(row, kSignalColumns["rule_id"]),
                        .rule_version = rows.Integer(row, kSignalColumns["rule_version"]),
                        .finding = ReadFinding(rows, row),
                        .holds = rows.Integer(row, kSignalColumns["holds"]) != 0,
                        .found_at = rows.Time(row, kSignalColumns["found_at"]),
                        .state = FromName<SignalState>(app::kSignalStateNames, rows.Text(row, kSignalColumns["state"])),
                        .reason = TextOrEmpty(rows, row, kSignalColumns["reason"]),
                        .decided_by = TextOrEmpty(rows, row, kSignalColumns["decided_by"]),
                        .decided_at = std::nullopt};
    if (!rows.IsNull(row, kSignalColumns["decided_at"])) {
        signal.decided_at = rows.Time(row, kSignalColumns["decided_at"]);
    }
    return signal;
}

// Stores the findings of one rule in the transaction of a locked operator.
class FindingStoring {
public:
    FindingStoring(OperatorTransaction& transaction, const app::RuleFindings& found)
        : transaction_(transaction), connection_(transaction.connection), found_(found) {}

    Result<std::int64_t> Run() {
        const auto open = TRY(connection_.Query(kOpenCount, {Value::Of(found_.owner)}));
        open_ = open.Integer(0);
        for (const Finding& finding : found_.findings) TRY(Add(finding));
        TRY(SealRows(connection_, transaction_.moment, transaction_.record, SealedKind::kFraudSignal, fresh_));
        return std::ssize(fresh_);
    }

private:
    Status Add(const Finding& finding) {
        const auto known = TRY(FindOfCause(finding));
        if (known) return Extend(*known, finding);
        if (open_ >= app::kOpenSignalsMax) return {};
        ++open_;
        return Insert(finding);
    }

    // The signal that the cause already has at that time. Its state does not matter: a signal that people have decided
    // does not come back.
    Result<std::optional<SignalRecord>> FindOfCause(const Finding& finding) {
        const auto rows =
            TRY(connection_.Query(kSignalOfCause, {Value::Of(found_.owner), Value::Of(found_.rule), Text(finding.cause),
                                                   Value::Of(finding.begins.micros - found_.gap_micros),
                                                   Value::Of(finding.ends.micros + found_.gap_micros)}));
        return rows.empty() ? std::nullopt : std::optional(ReadSignal(rows, 0));
    }

    Status Extend(const SignalRecord& known, const Finding& finding) {
        const Timestamp begins = std::min(known.finding.begins, finding.begins);
        const Timestamp ends = std::max(known.finding.ends, finding.ends);
        if (begins != known.finding.begins || ends != known.finding.ends) {
            TRY(connection_.Run(kExtendSignal,
                                {Value::Of(begins), Value::Of(ends), Value::Of(found_.owner), Value::Of(known.id)}));
        }
        // A decided signal keeps the numbers that people saw.
        if (known.state != SignalState::kOpen || finding.value <= known.finding.value) return {};
        const auto [value, allowed, usual] = Numbers(finding);
        return connection_.Run(kRaiseSignal,
                               {Value::DecimalText(value), Value::DecimalText(allowed), DecimalOrNull(usual),
                                Text(finding.summary), Value::Of(found_.owner), Value::Of(known.id)});
    }

    Status Insert(const Finding& finding) {
        const FraudSignalId id = FraudSignalId::New();
        const auto [value, allowed, usual] = Numbers(finding);
        TRY(connection_.Run(kInsertSignal, {Value::Of(found_.owner),
                                            Value::Of(id),
                                            Value::Of(found_.rule),
                                            Value::Of(found_.version),
                                            Text(finding.cause),
                                            Value::Of(finding.affiliate),
                                            IdOrNull(finding.link),
                                            IdOrNull(finding.player),
                                            Value::TextOrNull(finding.mark),
                                            Value::Of(finding.begins),
                                            Value::Of(finding.ends),
                                            Value::DecimalText(value),
                                            Value::DecimalText(allowed),
                                            DecimalOrNull(usual),
                                            Text(finding.summary),
                                            Flag(found_.holds),
                                            Value::Of(transaction_.moment.recorded_at),
                                            NameValue(app::kSignalStateNames, SignalState::kOpen),
                                            Value::Null(),
                                            Value::Null(),
                                            Value::Null()}));
        fresh_.push_back({id.uuid, 0});
        return {};
    }

    struct NumberTexts {
        std::string value;
        std::string allowed;
        std::string usual;  // Empty if there is none.
    };
    static NumberTexts Numbers(const Finding& finding) {
        return {finding.value.ToString(), finding.allowed.ToString(),
                finding.usual ? finding.usual->ToString() : std::string()};
    }
    static Value DecimalOrNull(const std::string& text) {
        return text.empty() ? Value::Null() : Value::DecimalText(text);
    }

    OperatorTransaction& transaction_;
    Connection& connection_;
    const app::RuleFindings& found_;
    std::int64_t open_ = 0;
    std::vector<SealedKey> fresh_;
};

std::string DecisionText(const app::SignalDecision& decision) {
    std::string text = R"({"state":")" + std::string(app::kSignalStateNames[static_cast<std::size_t>(decision.state)]) +
                       R"(","reason":)";
    AppendJsonString(text, decision.reason);
    if (decision.state == SignalState::kReversed) {
        text += R"(,"accrualsReversed":)" + std::to_string(decision.accruals_reversed);
    }
    return text + "}";
}

bool PassesSignal(const app::SignalQuery& query, const SignalRecord& signal) {
    return (!query.rule || signal.rule == *query.rule) &&
           (!query.affiliate || signal.finding.affiliate == *query.affiliate) &&
           (!query.player || signal.finding.player == *query.player) &&
           (!query.state || signal.state == *query.state) && (!query.holds || signal.holds == *query.holds) &&
           (!query.before || signal.id < *query.before);
}

Result<ResultRows> QuerySignals(Connection& connection, const app::SignalQuery& query, FraudSignalId before) {
    const Value owner = Value::Of(query.owner);
    const Value most = Value::Of(kSignalsAtOnce);
    if (query.signal) return connection.Query(kOneSignal, {owner, Value::Of(*query.signal)});
    if (query.affiliate) {
        return connection.Query(kSignalsOfAffiliate, {owner, Value::Of(*query.affiliate), Value::Of(before), most});
    }
    const bool open = query.state == SignalState::kOpen;
    return connection.Query(open ? static_cast<const Sql&>(kOpenSignals) : kAllSignals,
                            {owner, Value::Of(before), most});
}

}  // namespace

Result<std::int64_t> StoreFindings(LockedOperator& locked, const app::RuleFindings& found) {
    return FindingStoring(locked.transaction(), found).Run();
}

Result<SignalRecord> DecideSignal(LockedOperator& locked, const app::SignalDecision& decision) {
    const OperatorTransaction& transaction = locked.transaction();
    Connection& connection = transaction.connection;
    const auto rows = TRY(connection.Query(kOneSignal, {Value::Of(decision.owner), Value::Of(decision.signal)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, std::string(kNoSuchSignal));
    SignalRecord signal = ReadSignal(rows, 0);
    const auto earlier = TRY(UseRequestKey(connection, decision.owner, decision.key, decision.signal.ToString(),
                                           transaction.moment.recorded_at));
    if (earlier) return signal;
    if (signal.state != SignalState::kOpen) {
        return Fail(
            ErrorCode::kConflict,
            "the signal is already " + std::string(app::kSignalStateNames[static_cast<std::size_t>(signal.state)]));
    }
    signal.state = decision.state;
    signal.reason = decision.reason;
    signal.decided_by = decision.actor;
    signal.decided_at = transaction.moment.recorded_at;
    const bool reversed = decision.state == SignalState::kReversed;
    const app::AuditEntry audit{.actor = decision.actor,
                                .action = reversed ? "fraudSignal.reverse" : "fraudSignal.release",
                                .subject = "fraudSignal/" + decision.signal.ToString(),
                                .before = R"({"state":"open"})",
                                .after = DecisionText(decision)};
    TRY(InOrder(
        [&] {
            return connection.Run(
                kDecideSignal,
                {NameValue(app::kSignalStateNames, decision.state), Text(decision.reason), Text(decision.actor),
                 Value::Of(*signal.decided_at), Value::Of(decision.owner), Value::Of(decision.signal)});
        },
        [&] {
            return SealOne(connection, transaction.moment, transaction.record, SealedKind::kFraudSignal,
                           {decision.signal.uuid, 0});
        },
        [&] { return InsertAudit(connection, transaction.moment, transaction.record, audit); }));
    return signal;
}

Result<app::SignalPage> ReadSignals(Connection& connection, const app::SignalQuery& query) {
    app::SignalPage page;
    FraudSignalId before = query.before.value_or(kAfterAllSignals);
    for (int chunk = 0; chunk < kSignalChunksMax; ++chunk) {
        const auto rows = TRY(QuerySignals(connection, query, before));
        for (std::size_t row = 0; row < rows.size(); ++row) {
            SignalRecord signal = ReadSignal(rows, row);
            before = signal.id;
            if (!PassesSignal(query, signal)) continue;
            if (page.items.size() == query.limit) {
                page.more_after = page.items.back().id;
                return page;
            }
            page.items.push_back(std::move(signal));
        }
        if (query.signal || static_cast<std::int64_t>(rows.size()) < kSignalsAtOnce) return page;
    }
    page.more_after = before;
    return page;
}

Result<std::vector<signals::SeenRegistration>> ReadRegistrations(Connection& connection,
                                                                 const app::RegistrationQuery& query) {
    const auto rows =
        TRY(connection.Query(kSelectRegistrations, {Value::Of(query.owner), Value::Of(query.from), Value::Of(query.to),
                                                    Value::Of(static_cast<std::int64_t>(query.limit))}));
    std::vector<signals::SeenRegistration> registrations;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto click = rows.Identifier<ClickId>(row, kSelectRegistrations["click_id"]);
        const auto place = tracking::PlaceOf(click);
        registrations.push_back({.player = rows.Identifier<PlayerId>(row, kSelectRegistrations["player_id"]),
                                 .affiliate = rows.Identifier<AffiliateId>(row, kSelectRegistrations["affiliate_id"]),
                                 .link = ReadId<LinkId>(rows, row, kSelectRegistrations["link_id"]),
                                 .click = click,
                                 .clicked_at = place ? place->batch_time : Timestamp(),
                                 .registered_at = rows.Time(row, kSelectRegistrations["event_time"]),
                                 .recorded_at = rows.Time(row, kSelectRegistrations["decided_at"])});
    }
    return registrations;
}

}  // namespace fairlead::ledger
