#include "ledger/queries/history_queries.hpp"

#include <unordered_map>

#include "app/commission/change_json.hpp"
#include "ledger/record/change_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kHistoryEnd("SELECT last_commit, last_seq, last_change FROM operators WHERE operator_id = $1");
constexpr Sql kReassignedPlayers("SELECT DISTINCT player_id FROM attributions WHERE operator_id = $1 AND number > 1");
constexpr Sql kReversals("SELECT kind, content FROM changes WHERE operator_id = $1 AND kind = 'accrualReversed'");
constexpr Sql kHistoryCommits(
    "SELECT commit_no, recorded_at, last_seq, last_change FROM commits"
    " WHERE operator_id = $1 AND commit_no > $2 ORDER BY commit_no LIMIT $3");
constexpr Sql kHistoryEvents(
    "SELECT seq, event_type, event_time, brand_id, player_id, amount, currency, product FROM events"
    " WHERE operator_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq");
constexpr Sql kHistoryRegistrations(
    "SELECT p.player_id, p.country, a.affiliate_id FROM events e"
    " JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
    " JOIN attributions a ON a.operator_id = p.operator_id AND a.player_id = p.player_id AND a.number = 1"
    " WHERE e.operator_id = $1 AND e.seq > $2 AND e.seq <= $3 AND e.event_type = 'registration'");

// A piece ends with the commit that reaches this number of events.
constexpr std::int64_t kPieceEvents = 5000;
constexpr std::int64_t kPieceCommits = 1000;

struct CommitPlace {
    Timestamp recorded_at;
    app::HistoryPosition end;
};

Result<std::vector<CommitPlace>> ReadPlaces(Connection& connection, OperatorId owner,
                                            const app::HistoryPosition& after) {
    const auto rows =
        TRY(connection.Query(kHistoryCommits, {Value::Of(owner), Value::Of(after.commit), Value::Of(kPieceCommits)}));
    std::vector<CommitPlace> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        places.push_back({rows.Time(i, kHistoryCommits["recorded_at"]),
                          {rows.Integer(i, kHistoryCommits["commit_no"]), rows.Integer(i, kHistoryCommits["last_seq"]),
                           rows.Integer(i, kHistoryCommits["last_change"])}});
        if (places.back().end.event - after.event >= kPieceEvents) break;
    }
    return places;
}

// The decision about a player at its registration.
struct BroughtBy {
    std::optional<AffiliateId> affiliate;
    std::string country;
};
using Brought = std::unordered_map<PlayerId, BroughtBy>;

Result<Brought> ReadBrought(Connection& connection, OperatorId owner, std::int64_t after, std::int64_t up_to) {
    const auto rows =
        TRY(connection.Query(kHistoryRegistrations, {Value::Of(owner), Value::Of(after), Value::Of(up_to)}));
    Brought brought;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        brought.insert_or_assign(rows.Identifier<PlayerId>(i, kHistoryRegistrations["player_id"]),
                                 BroughtBy{ReadId<AffiliateId>(rows, i, kHistoryRegistrations["affiliate_id"]),
                                           rows.String(i, kHistoryRegistrations["country"])});
    }
    return brought;
}

commission::RecordedEvent ReadHistoryEvent(const ResultRows& rows, std::size_t row, const Brought& brought) {
    commission::RecordedEvent event{
        .seq = rows.Integer(row, kHistoryEvents["seq"]),
        .player = rows.Identifier<PlayerId>(row, kHistoryEvents["player_id"]),
        .type = *events::ParseEventType(rows.Text(row, kHistoryEvents["event_type"])),
        .time = rows.Time(row, kHistoryEvents["event_time"]),
        .brand = rows.Identifier<BrandId>(row, kHistoryEvents["brand_id"]),
        .money = ReadMoney(rows, row, kHistoryEvents["amount"], kHistoryEvents["currency"]),
        .product = rows.IsNull(row, kHistoryEvents["product"]) ? "" : rows.String(row, kHistoryEvents["product"]),
        .affiliate = {},
        .country = {}};
    if (event.type != events::EventType::kRegistration) return event;
    const auto known = brought.find(event.player);
    if (known == brought.end()) return event;
    event.affiliate = known->second.affiliate;
    event.country = known->second.country;
    return event;
}

Status AddHistoryEvents(Connection& connection, OperatorId owner, const app::HistoryPosition& after,
                        std::span<const CommitPlace> places, app::HistoryPiece& piece) {
    const std::int64_t up_to = places.back().end.event;
    if (up_to == after.event) return {};
    const auto brought = TRY(ReadBrought(connection, owner, after.event, up_to));
    const auto rows =
        TRY(connection.Query(kHistoryEvents, {Value::Of(owner), Value::Of(after.event), Value::Of(up_to)}));
    std::size_t commit = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto event = ReadHistoryEvent(rows, i, brought);
        while (event.seq > places[commit].end.event) ++commit;
        piece.commits[commit].events.push_back(std::move(event));
    }
    return {};
}

Status AddHistoryChanges(Connection& connection, OperatorId owner, const app::HistoryPosition& after,
                         std::span<const CommitPlace> places, app::HistoryPiece& piece) {
    const std::int64_t up_to = places.back().end.change;
    if (up_to == after.change) return {};
    const auto rows = TRY(ReadChanges(connection, owner, after.change, up_to));
    std::size_t commit = 0;
    for (const ChangeRow& row : rows) {
        while (row.number > places[commit].end.change) ++commit;
        piece.commits[commit].changes.push_back(TRY(DecodeChange(row)));
    }
    return {};
}

Status AddReversedPlayers(Connection& connection, OperatorId owner, std::unordered_set<PlayerId>& players) {
    const auto rows = TRY(connection.Query(kReversals, {Value::Of(owner)}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto change =
            TRY(app::DecodeChange(rows.Text(i, kReversals["kind"]), rows.Text(i, kReversals["content"])));
        const auto* reversed = std::get_if<commission::AccrualReversed>(&change);
        if (reversed != nullptr && reversed->player) players.insert(*reversed->player);
    }
    return {};
}

}  // namespace

Result<app::HistoryEnd> ReadHistoryEnd(Connection& connection, OperatorId owner) {
    const auto ends = TRY(connection.Query(kHistoryEnd, {Value::Of(owner)}));
    if (ends.empty()) return Fail(ErrorCode::kNotFound, "there is no such operator");
    app::HistoryEnd end{
        .position = {ends.Integer(0, kHistoryEnd["last_commit"]), ends.Integer(0, kHistoryEnd["last_seq"]),
                     ends.Integer(0, kHistoryEnd["last_change"])},
        .changed_later = {}};
    const auto players = TRY(connection.Query(kReassignedPlayers, {Value::Of(owner)}));
    for (std::size_t i = 0; i < players.size(); ++i) {
        end.changed_later.insert(players.Identifier<PlayerId>(i, kReassignedPlayers["player_id"]));
    }
    TRY(AddReversedPlayers(connection, owner, end.changed_later));
    return end;
}

Result<app::HistoryPiece> ReadHistory(Connection& connection, OperatorId owner, const app::HistoryPosition& after) {
    const auto places = TRY(ReadPlaces(connection, owner, after));
    app::HistoryPiece piece{.commits = {}, .position = after};
    if (places.empty()) return piece;
    for (const CommitPlace& place : places) piece.commits.push_back({place.recorded_at, {}, {}});
    TRY(AddHistoryChanges(connection, owner, after, places, piece));
    TRY(AddHistoryEvents(connection, owner, after, places, piece));
    piece.position = places.back().end;
    return piece;
}

}  // namespace fairlead::ledger
