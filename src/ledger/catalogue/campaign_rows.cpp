#include "ledger/catalogue/record_rows.hpp"
#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Campaign;

constexpr Sql kUpsertCampaign(
    "INSERT INTO campaigns (operator_id, campaign_id, brand_id, name, active, created_at)"
    " VALUES ($1, $2, $3, $4, $5, $6)"
    " ON CONFLICT (operator_id, campaign_id) DO UPDATE SET brand_id = excluded.brand_id, name = excluded.name,"
    " active = excluded.active");
constexpr Sql kSelectCampaigns(
    "SELECT campaign_id, brand_id, name, active, created_at FROM campaigns WHERE operator_id = $1 ORDER BY "
    "campaign_id");

Campaign ReadCampaign(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<CampaignId>(row, 0),
            .brand = rows.Identifier<BrandId>(row, 1),
            .name = rows.String(row, 2),
            .active = rows.Integer(row, 3) != 0,
            .created_at = rows.Time(row, 4)};
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
