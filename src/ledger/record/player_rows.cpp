#include "ledger/record/player_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr ComposedSql kFindPlayer("SELECT " + kPlayerColumns +
                                  " FROM players WHERE operator_id = $1 AND player_id = $2");

}  // namespace

PlayerRow ReadPlayerRow(const ResultRows& rows, std::size_t row) {
    PlayerRow player;
    player.record = {.id = rows.Identifier<PlayerId>(row, kPlayerColumns["player_id"]),
                     .external_ref = rows.String(row, kPlayerColumns["external_ref"]),
                     .brand = rows.Identifier<BrandId>(row, kPlayerColumns["brand_id"]),
                     .country = rows.String(row, kPlayerColumns["country"])};
    if (!rows.IsNull(row, kPlayerColumns["registered_at"]))
        player.record.registered_at = rows.Time(row, kPlayerColumns["registered_at"]);
    if (!rows.IsNull(row, kPlayerColumns["registration_seq"]))
        player.registration_seq = rows.Integer(row, kPlayerColumns["registration_seq"]);
    if (!rows.IsNull(row, kPlayerColumns["first_deposit_seq"]))
        player.first_deposit_seq = rows.Integer(row, kPlayerColumns["first_deposit_seq"]);
    player.origin = rows.String(row, kPlayerColumns["origin"]);
    if (!rows.IsNull(row, kPlayerColumns["affiliate_id"]))
        player.affiliate = rows.Identifier<AffiliateId>(row, kPlayerColumns["affiliate_id"]);
    player.commission = rows.String(row, kPlayerColumns["commission"]);
    return player;
}

Result<PlayerRow> FindPlayer(Connection& connection, OperatorId owner, PlayerId player) {
    const auto rows = TRY(connection.Query(kFindPlayer, {Value::Of(owner), Value::Of(player)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "there is no such player");
    return ReadPlayerRow(rows, 0);
}

}  // namespace fairlead::ledger
