#include "ledger/record/attribution_rows.hpp"

#include <algorithm>

#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kSetOrigin("UPDATE players SET affiliate_id = $1, origin = $2 WHERE operator_id = $3 AND player_id = $4");
constexpr SqlText kDecisionColumns(
    "number, decided_at, method, click_id, affiliate_id, link_id, actor, reason, decision");
constexpr auto kInsertedDecisionColumns = "operator_id, player_id, " + kDecisionColumns;
constexpr ComposedSql kInsertDecision(InsertInto("attributions", kInsertedDecisionColumns));
constexpr ComposedSql kSelectDecisions("SELECT " + kDecisionColumns +
                                       " FROM attributions WHERE operator_id = $1 AND player_id = $2 ORDER BY number");

Value MethodName(attribution::Method method) {
    return Value::Of(attribution::kMethodNames[static_cast<std::size_t>(method)]);
}

app::AttributionRecord ReadDecision(const ResultRows& rows, std::size_t row) {
    const auto method = std::ranges::find(attribution::kMethodNames, rows.Text(row, kSelectDecisions["method"]));
    CheckReadable(method != attribution::kMethodNames.end(), "the method of a decision");
    return {.number = rows.Integer(row, kSelectDecisions["number"]),
            .decided_at = rows.Time(row, kSelectDecisions["decided_at"]),
            .method = static_cast<attribution::Method>(method - attribution::kMethodNames.begin()),
            .click = ReadId<ClickId>(rows, row, kSelectDecisions["click_id"]),
            .affiliate = ReadId<AffiliateId>(rows, row, kSelectDecisions["affiliate_id"]),
            .link = ReadId<LinkId>(rows, row, kSelectDecisions["link_id"]),
            .actor = rows.String(row, kSelectDecisions["actor"]),
            .reason = rows.String(row, kSelectDecisions["reason"]),
            .weighed = attribution::ReadDecision(rows.Text(row, kSelectDecisions["decision"]))};
}

}  // namespace

Status StoreFirstDecisions(Connection& connection, OperatorId owner, Timestamp decided_at,
                           std::span<const events::NewRegistration> registrations) {
    ParameterRows rows(kInsertedDecisionColumns.column_count());
    for (const events::NewRegistration& registration : registrations) {
        const auto& winner = registration.decision.winner;
        const auto decision = rows.Keep(EncodeDecision(registration.decision));
        rows.Add({Value::Of(owner), Value::Of(registration.player), Value::Of(std::int64_t{1}), Value::Of(decided_at),
                  MethodName(registration.decision.method), winner ? Value::Of(winner->id) : Value::Null(),
                  winner ? Value::Of(winner->origin.affiliate) : Value::Null(),
                  winner ? IdOrNull(winner->origin.link) : Value::Null(), Value::Null(), Value::Null(),
                  BytesOrNull(decision)});
    }
    return connection.RunEach(kInsertDecision, rows);
}

Status StoreReassignment(Connection& connection, const app::Reassignment& reassignment, std::int64_t number,
                         Timestamp decided_at) {
    const auto& origin = reassignment.origin;
    const std::string bytes = origin ? EncodeOrigin(*origin) : std::string();
    const Value affiliate = origin ? Value::Of(origin->affiliate) : Value::Null();
    const auto method = reassignment.click ? attribution::Method::kDirect : attribution::Method::kManual;
    return InOrder(
        [&] {
            return connection.Run(kSetOrigin, {affiliate, BytesOrNull(bytes), Value::Of(reassignment.owner),
                                               Value::Of(reassignment.player)});
        },
        [&] {
            return connection.Run(
                kInsertDecision,
                {Value::Of(reassignment.owner), Value::Of(reassignment.player), Value::Of(number),
                 Value::Of(decided_at), MethodName(method), IdOrNull(reassignment.click), affiliate,
                 origin ? IdOrNull(origin->link) : Value::Null(), Value::Of(std::string_view(reassignment.actor)),
                 Value::Of(std::string_view(reassignment.reason)), Value::Null()});
        });
}

Result<std::vector<app::AttributionRecord>> ReadAttributions(Connection& connection, OperatorId owner,
                                                             PlayerId player) {
    const auto rows = TRY(connection.Query(kSelectDecisions, {Value::Of(owner), Value::Of(player)}));
    std::vector<app::AttributionRecord> records;
    for (std::size_t i = 0; i < rows.size(); ++i) records.push_back(ReadDecision(rows, i));
    return records;
}

}  // namespace fairlead::ledger
