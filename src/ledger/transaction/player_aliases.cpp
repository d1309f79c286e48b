#include "ledger/transaction/player_aliases.hpp"

#include <algorithm>

#include "app/portal/player_alias.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAliasColumns("operator_id, alias, player_id");
constexpr ComposedSql kInsert(InsertInto("player_aliases", kAliasColumns) + " ON CONFLICT DO NOTHING");
constexpr Sql kFind(
    "SELECT alias, player_id FROM player_aliases WHERE operator_id = $1 AND alias >= $2 AND alias <= $3"
    " ORDER BY alias, player_id LIMIT $4");
constexpr Sql kDecisionsAfter(
    "SELECT player_id, number, affiliate_id FROM attributions WHERE operator_id = $1"
    " AND (player_id, number) > ($2, $3) ORDER BY player_id, number LIMIT $4");

constexpr Sql kFilled("SELECT count(*) FROM settings WHERE name = 'player_aliases'");
constexpr Sql kNoteFilled("INSERT INTO settings (name, value) VALUES ('player_aliases', $1) ON CONFLICT DO NOTHING");

constexpr std::int64_t kAliasDecisionsAtOnce = 5'000;

Status Store(Connection& connection, OperatorId owner, const Bytes32& key, std::span<const BroughtPlayer> brought) {
    ParameterRows rows(kAliasColumns.column_count());
    for (const BroughtPlayer& each : brought) {
        const std::int64_t alias = app::PlayerAliasNumber(key, each.affiliate, each.player);
        rows.Add({Value::Of(owner), Value::Of(alias), Value::Of(each.player)});
    }
    return rows.empty() ? Status() : connection.RunEach(kInsert, rows);
}

}  // namespace

std::vector<BroughtPlayer> BroughtBy(std::span<const events::NewRegistration> registrations) {
    std::vector<BroughtPlayer> brought;
    for (const events::NewRegistration& registration : registrations) {
        const auto& winner = registration.decision.winner;
        if (winner) brought.push_back({registration.player, winner->origin.affiliate});
    }
    return brought;
}

Status StoreAliases(OperatorTransaction& transaction, std::span<const BroughtPlayer> brought) {
    const auto& key = transaction.cache.alias_key();
    return key ? Store(transaction.connection, transaction.moment.owner, *key, brought) : Status();
}

Result<std::vector<PlayerId>> FindByAlias(Connection& connection, OperatorId owner, app::AliasRange aliases) {
    const auto rows =
        TRY(connection.Query(kFind, {Value::Of(owner), Value::Of(std::int64_t{aliases.first}),
                                     Value::Of(std::int64_t{aliases.last}), Value::Of(kPlayersOfAliasMax)}));
    // The index is read in its order. Few players share an alias, so they are sorted here.
    std::vector<std::pair<std::int64_t, PlayerId>> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        found.emplace_back(rows.Integer(i, kFind["alias"]), rows.Identifier<PlayerId>(i, kFind["player_id"]));
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second > b.second;
    });
    std::vector<PlayerId> players;
    for (const auto& [alias, player] : found) {
        // A player that had several affiliates can have several of these aliases.
        if (std::ranges::find(players, player) == players.end()) players.push_back(player);
    }
    return players;
}

Result<std::optional<AttributionPlace>> FillAliases(Connection& connection, OperatorId owner, const Bytes32& key,
                                                    const AttributionPlace& after) {
    const auto rows =
        TRY(connection.Query(kDecisionsAfter, {Value::Of(owner), Value::Of(after.player), Value::Of(after.number),
                                               Value::Of(kAliasDecisionsAtOnce)}));
    std::vector<BroughtPlayer> brought;
    std::optional<AttributionPlace> last;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        last = {rows.Identifier<PlayerId>(i, kDecisionsAfter["player_id"]), rows.Integer(i, kDecisionsAfter["number"])};
        if (!rows.IsNull(i, kDecisionsAfter["affiliate_id"]))
            brought.push_back({last->player, rows.Identifier<AffiliateId>(i, kDecisionsAfter["affiliate_id"])});
    }
    TRY(Store(connection, owner, key, brought));
    return last;
}

Result<bool> AreAliasesFilled(Connection& connection) {
    const auto rows = TRY(connection.Query(kFilled, {}));
    return rows.Integer(0) > 0;
}

Status NoteAliasesFilled(Connection& connection) {
    const Bytes16 note{};
    return connection.Run(kNoteFilled, {Value::Of(std::span(note))});
}

}  // namespace fairlead::ledger
