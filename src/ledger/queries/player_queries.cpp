#include "ledger/queries/player_queries.hpp"

#include <algorithm>

#include "ledger/engine/all_numbers.hpp"
#include "ledger/queries/player_search.hpp"
#include "ledger/record/attribution_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/player_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {
namespace {

constexpr auto kSelectPlayers = "SELECT " + kPlayerColumns + " FROM players WHERE operator_id = $1";
constexpr ComposedSql kOnePlayer(kSelectPlayers + " AND player_id = $2");
constexpr ComposedSql kAllPlayers(kSelectPlayers + " AND player_id < $2 ORDER BY player_id DESC LIMIT $3");
constexpr ComposedSql kPlayersOfAffiliate(kSelectPlayers +
                                          " AND affiliate_id = $2 AND player_id < $3 ORDER BY player_id DESC LIMIT $4");
constexpr ComposedSql kPlayersByRef(kSelectPlayers + " AND brand_id = $2 AND external_ref = $3");
constexpr Sql kBrands("SELECT brand_id FROM brands WHERE operator_id = $1 ORDER BY brand_id");

constexpr Sql kRef("SELECT external_ref FROM players WHERE operator_id = $1 AND player_id = $2");
constexpr Sql kPlayerIdsByRef(
    "SELECT player_id FROM players {by players_by_ref} WHERE operator_id = $1 AND brand_id IN (SELECT brand_id FROM"
    " brands WHERE operator_id = $1) AND external_ref = $2 ORDER BY player_id");

// Selects only small columns: events can have large members.
constexpr Sql kTotalsOfEvent(
    "SELECT seq, player_id, event_type, amount, currency FROM events WHERE operator_id = $1 AND seq = $2");

constexpr std::int64_t kPlayersAtOnce = 201;
constexpr int kChunksMax = 50;

// The cursor of the first page, since lists show the newest players first.
constexpr PlayerId kBeyondAll = [] {
    Uuid greatest;
    greatest.bytes.fill(0xFF);
    return PlayerId{greatest};
}();

bool PassesPlayer(const app::PlayerQuery& query, const PlayerRow& player) {
    return (!query.brand || player.record.brand == *query.brand) &&
           (!query.affiliate || player.affiliate == *query.affiliate) &&
           (!query.external_ref || player.record.external_ref == *query.external_ref) &&
           (!query.after || query.search || player.record.id < *query.after);
}

// Adds the attribution and the totals, which are not in the player's row.
Status Complete(Connection& connection, LedgerIndex& index, OperatorId owner, PlayerRow& player) {
    auto decisions = TRY(ReadAttributions(connection, owner, player.record.id));
    if (!decisions.empty()) player.record.attribution = std::move(decisions.back());
    const auto seqs = TRY(EventNumbersOf(connection, index, owner, player.record.id));
    ParameterRows parameters(2);
    for (const std::int64_t seq : seqs) parameters.Add({Value::Of(owner), Value::Of(seq)});
    const auto rows = TRY(connection.QueryEach(kTotalsOfEvent, parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto type = events::ParseEventType(rows.Text(row, kTotalsOfEvent["event_type"]));
        CheckReadable(type.has_value(), "the type of an event");
        const bool own = rows.Identifier<PlayerId>(row, kTotalsOfEvent["player_id"]) == player.record.id;
        if (!own || player.IsRepeated(rows.Integer(row, kTotalsOfEvent["seq"]), *type)) continue;
        app::EventTotals& totals = player.record.totals[*type];
        ++totals.count;
        const auto money = ReadMoney(rows, row, kTotalsOfEvent["amount"], kTotalsOfEvent["currency"]);
        if (money) totals.amounts[money->currency] += money->amount;
    }
    return {};
}

Result<ResultRows> QueryChunk(Connection& connection, const app::PlayerQuery& query, PlayerId after) {
    const Value owner = Value::Of(query.owner);
    const Value most = Value::Of(kPlayersAtOnce);
    if (query.player) return connection.Query(kOnePlayer, {owner, Value::Of(*query.player)});
    if (query.external_ref) {
        const auto brands = TRY(connection.Query(kBrands, {owner}));
        std::vector<BrandId> ids;
        for (std::size_t i = 0; i < brands.size(); ++i) ids.push_back(brands.Identifier<BrandId>(i));
        ParameterRows parameters(3);
        for (const BrandId& id : ids) {
            parameters.Add({owner, Value::Of(id), Value::Of(std::string_view(*query.external_ref))});
        }
        return connection.QueryEach(kPlayersByRef, parameters);
    }
    if (query.affiliate) {
        return connection.Query(kPlayersOfAffiliate, {owner, Value::Of(*query.affiliate), Value::Of(after), most});
    }
    return connection.Query(kAllPlayers, {owner, Value::Of(after), most});
}

// Ordered by descending id, as the cursor requires.
Result<std::vector<PlayerRow>> ReadChunk(Connection& connection, const app::PlayerQuery& query, PlayerId after) {
    const auto rows = TRY(QueryChunk(connection, query, after));
    std::vector<PlayerRow> players;
    for (std::size_t i = 0; i < rows.size(); ++i) players.push_back(ReadPlayerRow(rows, i));
    std::ranges::sort(players, std::greater{}, [](const PlayerRow& player) { return player.record.id; });
    return players;
}

// Keeps the order in which the search finds the players.
Result<std::vector<PlayerRow>> ReadFound(Connection& connection, OperatorId owner, PlayerSearch& search) {
    const auto found = TRY(search.Next());
    ParameterRows parameters(2);
    for (const PlayerId& id : found) parameters.Add({Value::Of(owner), Value::Of(id)});
    std::vector<PlayerRow> players;
    if (parameters.empty()) return players;
    const auto rows = TRY(connection.QueryEach(kOnePlayer, parameters));
    players.resize(found.size());
    for (std::size_t i = 0; i < rows.size(); ++i) players[rows.SourceOf(i)] = ReadPlayerRow(rows, i);
    return players;
}

}  // namespace

Result<app::PlayerPage> ReadPlayerPage(Connection& connection, LedgerIndex& index, const app::PlayerQuery& query) {
    app::PlayerPage page;
    PlayerId after = query.after.value_or(kBeyondAll);
    std::optional<PlayerSearch> search;
    if (query.search) search.emplace(connection, query);
    const bool in_chunks = !query.player && !query.external_ref;
    for (int chunk = 0; chunk < kChunksMax; ++chunk) {
        auto players = TRY(search ? ReadFound(connection, query.owner, *search) : ReadChunk(connection, query, after));
        for (PlayerRow& player : players) {
            after = player.record.id;
            if (!PassesPlayer(query, player)) continue;
            if (page.items.size() == query.limit) {
                page.more_after = page.items.back().id;
                return page;
            }
            TRY(Complete(connection, index, query.owner, player));
            page.items.push_back(std::move(player.record));
        }
        const bool more =
            search ? !search->at_end() : in_chunks && static_cast<std::int64_t>(players.size()) == kPlayersAtOnce;
        if (!more) return page;
    }
    page.more_after = after;
    return page;
}

Result<app::PlayerHistory> ReadPlayerHistory(Connection& connection, LedgerIndex& index, OperatorId owner,
                                             PlayerId player) {
    auto row = TRY(FindPlayer(connection, owner, player));
    auto decisions = TRY(ReadAttributions(connection, owner, player));
    TRY(Complete(connection, index, owner, row));
    return app::PlayerHistory{std::move(row.record), std::move(decisions)};
}

Result<std::vector<std::string>> ReadPlayerRefs(Connection& connection, OperatorId owner,
                                                const std::vector<PlayerId>& players) {
    ParameterRows parameters(2);
    parameters.Reserve(players.size());
    for (const PlayerId& player : players) parameters.Add({Value::Of(owner), Value::Of(player)});
    const auto rows = TRY(connection.QueryEach(kRef, parameters));
    std::vector<std::string> refs(players.size());
    for (std::size_t row = 0; row < rows.size(); ++row) refs[rows.SourceOf(row)] = rows.String(row);
    return refs;
}

Result<std::vector<PlayerId>> FindPlayers(Connection& connection, OperatorId owner,
                                          const std::vector<std::string>& refs) {
    ParameterRows parameters(2);
    for (const std::string& ref : refs) parameters.Add({Value::Of(owner), Text(ref)});
    const auto rows = TRY(connection.QueryEach(kPlayerIdsByRef, parameters));
    std::vector<PlayerId> players;
    for (std::size_t row = 0; row < rows.size(); ++row) players.push_back(rows.Identifier<PlayerId>(row));
    return players;
}

}  // namespace fairlead::ledger
