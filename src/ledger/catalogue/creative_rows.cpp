#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Creative;
using catalogue::kCreativeTypeNames;

constexpr Sql kUpsertCreative(
    "INSERT INTO creatives (operator_id, creative_id, campaign_id, name, type, image_url, width, height, active,"
    " created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    " ON CONFLICT (operator_id, creative_id) DO UPDATE SET campaign_id = excluded.campaign_id, name = excluded.name,"
    " type = excluded.type, image_url = excluded.image_url, width = excluded.width, height = excluded.height,"
    " active = excluded.active");
constexpr Sql kSelectCreatives(
    "SELECT creative_id, campaign_id, name, type, image_url, width, height, active, created_at FROM creatives"
    " WHERE operator_id = $1 ORDER BY creative_id");

Creative ReadCreative(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<CreativeId>(row, 0),
            .campaign = rows.Identifier<CampaignId>(row, 1),
            .name = rows.String(row, 2),
            .type = FromName<catalogue::CreativeType>(kCreativeTypeNames, rows.Text(row, 3)),
            .image_url = rows.String(row, 4),
            .width = ReadInteger(rows, row, 5),
            .height = ReadInteger(rows, row, 6),
            .active = rows.Integer(row, 7) != 0,
            .created_at = rows.Time(row, 8)};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Creative& creative) {
    return connection.Run(kUpsertCreative,
                          {Value::Of(owner), Value::Of(creative.id), Value::Of(creative.campaign), Text(creative.name),
                           NameValue(kCreativeTypeNames, creative.type), Value::TextOrNull(creative.image_url),
                           IntegerOrNull(creative.width), IntegerOrNull(creative.height), Flag(creative.active),
                           Value::Of(creative.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Creative>& creatives) {
    return ReadEvery(connection, kSelectCreatives, owner, ReadCreative, creatives);
}

}  // namespace fairlead::ledger
