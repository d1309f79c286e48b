#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Campaign;

constexpr SqlText kCampaignColumns("brand_id, name, active");
constexpr ComposedSql kUpsertCampaign(UpsertInto("campaigns", "operator_id, campaign_id", kCampaignColumns,
                                                 "created_at"));
constexpr ComposedSql kSelectCampaigns("SELECT campaign_id, " + kCampaignColumns +
                                       ", created_at FROM campaigns WHERE operator_id = $1 ORDER BY campaign_id");

Campaign ReadCampaign(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<CampaignId>(row, kSelectCampaigns["campaign_id"]),
            .brand = rows.Identifier<BrandId>(row, kSelectCampaigns["brand_id"]),
            .name = rows.String(row, kSelectCampaigns["name"]),
            .active = rows.Integer(row, kSelectCampaigns["active"]) != 0,
            .created_at = rows.Time(row, kSelectCampaigns["created_at"])};
}

}  // namespace

Status Upsert(Connection& connection, OperatorId owner, const Campaign& campaign) {
    return connection.Run(kUpsertCampaign,
                          {Value::Of(owner), Value::Of(campaign.id), Value::Of(campaign.brand), Text(campaign.name),
                           Flag(campaign.active), Value::Of(campaign.created_at)});
}

Status ReadAll(Connection& connection, OperatorId owner, std::vector<Campaign>& campaigns) {
    return ReadEvery(connection, kSelectCampaigns, owner, ReadCampaign, campaigns);
}

}  // namespace fairlead::ledger
