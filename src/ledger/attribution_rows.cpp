#include "ledger/attribution_rows.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "ledger/in_order.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kSetRegistration(
    "UPDATE players SET registration_seq = $1, registered_at = $2, country = $3, affiliate_id = $4, origin = $5"
    " WHERE operator_id = $6 AND player_id = $7");
constexpr Sql kSetOrigin("UPDATE players SET affiliate_id = $1, origin = $2 WHERE operator_id = $3 AND player_id = $4");
constexpr Sql kInsert(
    "INSERT INTO attributions (operator_id, player_id, number, decided_at, method, click_id, affiliate_id, link_id,"
    " actor, reason, decision) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)");
constexpr Sql kSelect(
    "SELECT number, decided_at, method, click_id, affiliate_id, link_id, actor, reason, decision FROM attributions"
    " WHERE operator_id = $1 AND player_id = $2 ORDER BY number");

Value BytesOrNull(std::string_view bytes) {
    if (bytes.empty()) return Value::Null();
    return Value::Of(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

template <class IdType>
Value IdOrNull(const std::optional<IdType>& id) {
    return id ? Value::Of(*id) : Value::Null();
}

Value MethodName(attribution::Method method) {
    return Value::Of(attribution::kMethodNames[static_cast<std::size_t>(method)]);
}

template <class IdType>
std::optional<IdType> ReadId(const ResultRows& rows, std::size_t row, std::size_t column) {
    if (rows.IsNull(row, column)) return std::nullopt;
    return rows.Identifier<IdType>(row, column);
}

app::AttributionRecord ReadRecord(const ResultRows& rows, std::size_t row) {
    const auto method = std::ranges::find(attribution::kMethodNames, rows.Text(row, 2));
    FAIRLEAD_ASSERT(method != attribution::kMethodNames.end());
    return {.number = rows.Integer(row, 0),
            .decided_at = rows.Time(row, 1),
            .method = static_cast<attribution::Method>(method - attribution::kMethodNames.begin()),
            .click = ReadId<ClickId>(rows, row, 3),
            .affiliate = ReadId<AffiliateId>(rows, row, 4),
            .link = ReadId<LinkId>(rows, row, 5),
            .actor = rows.String(row, 6),
            .reason = rows.String(row, 7),

            .weighed = attribution::ReadDecision(rows.Text(row, 8))};
}

}  // namespace

Status StoreRegistrations(Session& session, OperatorId owner, Timestamp decided_at,
                          std::span<const RegistrationRow> rows) {
    if (rows.empty()) return {};
    ParameterRows players(7);
    ParameterRows decisions(11);
    for (const RegistrationRow& row : rows) {
        const events::NewRegistration& registration = *row.registration;
        const auto& winner = registration.decision.winner;
        const Value affiliate = winner ? Value::Of(winner->origin.affiliate) : Value::Null();
        const Value link = winner ? IdOrNull(winner->origin.link) : Value::Null();
        players.Add({Value::Of(row.seq), Value::Of(row.registered_at), Value::TextOrNull(registration.country),
                     affiliate, BytesOrNull(registration.origin), Value::Of(owner), Value::Of(registration.player)});
        const auto decision = decisions.Keep(EncodeDecision(registration.decision));
        decisions.Add({Value::Of(owner), Value::Of(registration.player), Value::Of(std::int64_t{1}),
                       Value::Of(decided_at), MethodName(registration.decision.method),
                       winner ? Value::Of(winner->id) : Value::Null(), affiliate, link, Value::Null(), Value::Null(),
                       BytesOrNull(decision)});
    }
    return InOrder([&] { return session.RunEach(kSetRegistration, players); },
                   [&] { return session.RunEach(kInsert, decisions); });
}

Status StoreReassignment(Session& session, const app::Reassignment& reassignment, std::int64_t number,
                         Timestamp decided_at) {
    const tracking::Origin& origin = reassignment.origin;
    const std::string bytes = EncodeOrigin(origin);
    return InOrder(
        [&] {
            return session.Run(kSetOrigin, {Value::Of(origin.affiliate), BytesOrNull(bytes),
                                            Value::Of(reassignment.owner), Value::Of(reassignment.player)});
        },
        [&] {
            return session.Run(
                kInsert,
                {Value::Of(reassignment.owner), Value::Of(reassignment.player), Value::Of(number),
                 Value::Of(decided_at), MethodName(attribution::Method::kManual), Value::Null(),
                 Value::Of(origin.affiliate), IdOrNull(origin.link), Value::Of(std::string_view(reassignment.actor)),
                 Value::Of(std::string_view(reassignment.reason)), Value::Null()});
        });
}

Result<std::vector<app::AttributionRecord>> ReadAttributions(Session& session, OperatorId owner, PlayerId player) {
    const auto rows = session.Query(kSelect, {Value::Of(owner), Value::Of(player)});
    if (!rows) return std::unexpected(rows.error());
    std::vector<app::AttributionRecord> records;
    for (std::size_t i = 0; i < rows->size(); ++i) records.push_back(ReadRecord(*rows, i));
    return records;
}

}  // namespace fairlead::ledger
