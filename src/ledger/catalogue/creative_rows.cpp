#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Creative;
using catalogue::kCreativeTypeNames;

constexpr SqlText kCreativeColumns("campaign_id, name, type, image_url, width, height, active, image_id");
constexpr ComposedSql kUpsertCreative(UpsertInto("creatives", "operator_id, creative_id", kCreativeColumns,
                                                 "created_at"));
constexpr ComposedSql kSelectCreatives("SELECT creative_id, " + kCreativeColumns +
                                       ", created_at FROM creatives WHERE operator_id = $1 ORDER BY creative_id");

Creative ReadCreative(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<CreativeId>(row, kSelectCreatives["creative_id"]),
            .campaign = rows.Identifier<CampaignId>(row, kSelectCreatives["campaign_id"]),
            .name = rows.String(row, kSelectCreatives["name"]),
            .type = FromName<catalogue::CreativeType>(kCreativeTypeNames, rows.Text(row, kSelectCreatives["type"])),
            .image_url = rows.String(row, kSelectCreatives["image_url"]),
            .width = ReadInteger(rows, row, kSelectCreatives["width"]),
            .height = ReadInteger(rows, row, kSelectCreatives["height"]),
            .active = rows.Integer(row, kSelectCreatives["active"]) != 0,
            .created_at = rows.Time(row, kSelectCreatives["created_at"]),
            .image = ReadId<ImageId>(rows, row, kSelectCreatives["image_id"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Creative& creative) {
    return connection.Run(kUpsertCreative,
                          {Value::Of(owner), Value::Of(creative.id), Value::Of(creative.campaign), Text(creative.name),
                           NameValue(kCreativeTypeNames, creative.type), Value::TextOrNull(creative.image_url),
                           IntegerOrNull(creative.width), IntegerOrNull(creative.height), Flag(creative.active),
                           IdOrNull(creative.image), Value::Of(creative.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Creative>& creatives) {
    return ReadEvery(connection, kSelectCreatives, owner, ReadCreative, creatives);
}

}  // namespace fairlead::ledger
