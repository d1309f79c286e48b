#include "ledger/ingest/waiting_registrations.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertWaiting(
    "INSERT INTO waiting_registrations (operator_id, player_id, click_id, waiting_since, last_change)"
    " VALUES ($1, $2, $3, $4, $5)");
constexpr Sql kSelectWaiting(
    "SELECT player_id, click_id, last_change FROM waiting_registrations"
    " WHERE operator_id = $1 AND click_id >= $2 AND (click_id, player_id) < ($3, $4)"
    " ORDER BY click_id DESC, player_id DESC LIMIT $5");
constexpr Sql kDeleteOldWaiting("DELETE FROM waiting_registrations WHERE operator_id = $1 AND waiting_since < $2");
constexpr Sql kDeleteWaiting("DELETE FROM waiting_registrations WHERE operator_id = $1 AND player_id = $2");

constexpr std::uint64_t kAllRandomBits = (std::uint64_t{1} << tracking::kClickRandomBits) - 1;

constexpr PlayerId kAfterAllPlayers = [] {
    PlayerId id;
    id.uuid.bytes.fill(0xff);
    return id;
}();

}  // namespace

Status InsertWaiting(Connection& connection, OperatorId owner, Timestamp since,
                     std::span<const WaitingRegistration> waiting) {
    if (waiting.empty()) return {};
    ParameterRows rows(5);
    for (const auto& [player, click, last_change] : waiting) {
        rows.Add({Value::Of(owner), Value::Of(player), Value::Of(click), Value::Of(since),
                  last_change ? Value::Of(*last_change) : Value::Null()});
    }
    return connection.RunEach(kInsertWaiting, rows);
}

Result<std::vector<WaitingRegistration>> ReadWaiting(Connection& connection, OperatorId owner, const VisitRange& visits,
                                                     const std::optional<WaitingRegistration>& after,
                                                     std::int64_t limit) {
    const ClickId first = tracking::MakeClickId({visits.first, 0, 0});
    const ClickId last = tracking::MakeClickId({visits.last, tracking::kClicksPerBatchMax - 1, kAllRandomBits});
    const WaitingRegistration before = after.value_or(WaitingRegistration{kAfterAllPlayers, last, std::nullopt});
    const auto rows = TRY(connection.Query(kSelectWaiting, {Value::Of(owner), Value::Of(first), Value::Of(before.click),
                                                            Value::Of(before.player), Value::Of(limit)}));
    std::vector<WaitingRegistration> waiting;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        WaitingRegistration one{rows.Identifier<PlayerId>(i, kSelectWaiting["player_id"]),
                                rows.Identifier<ClickId>(i, kSelectWaiting["click_id"]), std::nullopt};
        const Column last_change = kSelectWaiting["last_change"];
        if (!rows.IsNull(i, last_change)) one.last_change = rows.Integer(i, last_change);
        waiting.push_back(one);
    }
    return waiting;
}

Status DeleteWaitingBefore(Connection& connection, OperatorId owner, Timestamp time) {
    return connection.Run(kDeleteOldWaiting, {Value::Of(owner), Value::Of(time)});
}

Status DeleteWaiting(Connection& connection, OperatorId owner, PlayerId player) {
    return connection.Run(kDeleteWaiting, {Value::Of(owner), Value::Of(player)});
}

}  // namespace fairlead::ledger
