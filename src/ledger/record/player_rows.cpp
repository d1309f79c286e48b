#include "ledger/record/player_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFindPlayer("SELECT " FAIRLEAD_PLAYER_COLUMNS " FROM players WHERE operator_id = $1 AND player_id = $2");

}  // namespace

PlayerRow ReadPlayerRow(const ResultRows& rows, std::size_t row) {
    PlayerRow player;
    player.record = {.id = rows.Identifier<PlayerId>(row, 0),
                     .external_ref = rows.String(row, 2),
                     .brand = rows.Identifier<BrandId>(row, 1),
                     .country = rows.String(row, 4)};
    if (!rows.IsNull(row, 3)) player.record.registered_at = rows.Time(row, 3);
    if (!rows.IsNull(row, 5)) player.registration_seq = rows.Integer(row, 5);
    if (!rows.IsNull(row, 6)) player.first_deposit_seq = rows.Integer(row, 6);
    player.origin = rows.String(row, 7);
    if (!rows.IsNull(row, 8)) player.affiliate = rows.Identifier<AffiliateId>(row, 8);
    player.commission = rows.String(row, 9);
    return player;
}

Result<PlayerRow> FindPlayer(Connection& connection, OperatorId owner, PlayerId player) {
    const auto rows = TRY(connection.Query(kFindPlayer, {Value::Of(owner), Value::Of(player)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "there is no such player");
    return ReadPlayerRow(rows, 0);
}

}  // namespace fairlead::ledger
