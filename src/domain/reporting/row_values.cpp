#include "domain/reporting/row_values.hpp"

#include <algorithm>

namespace fairlead::reporting {

void PutOrigin(const tracking::Origin& origin, FactRow& row) {
    row.affiliate = origin.affiliate;
    row.campaign = origin.campaign.value_or(CampaignId{});
    row.creative = origin.creative.value_or(CreativeId{});
    row.link = origin.link.value_or(LinkId{});
    row.source = origin.source.value_or(MarketingSourceId{});
    row.geo_target = origin.geo_target;
    row.device = origin.device;
    row.os = origin.os;
    row.browser = origin.browser;
    std::ranges::copy(origin.subs, row.subs.begin());
}

Uuid IdIn(const FactRow& row, Dimension dimension) {
    switch (dimension) {
        case Dimension::kBrand: return row.brand.uuid;
        case Dimension::kAffiliate: return row.affiliate.uuid;
        case Dimension::kCampaign: return row.campaign.uuid;
        case Dimension::kCreative: return row.creative.uuid;
        case Dimension::kLink: return row.link.uuid;
        case Dimension::kSource: return row.source.uuid;
        case Dimension::kDeal: return row.deal.uuid;
        case Dimension::kPlayer: return row.player.uuid;
        default: return {};
    }
}

std::string_view TextIn(const FactRow& row, Dimension dimension) {
    switch (dimension) {
        case Dimension::kCountry: return row.country;
        case Dimension::kGeoTarget: return row.geo_target;
        case Dimension::kDevice: return row.device;
        case Dimension::kOs: return row.os;
        case Dimension::kBrowser: return row.browser;
        case Dimension::kCurrency: return row.currency;
        case Dimension::kPeriod: return row.period;
        case Dimension::kProduct: return row.product;
        case Dimension::kGame: return row.game;
        case Dimension::kSub1:
        case Dimension::kSub2:
        case Dimension::kSub3:
        case Dimension::kSub4:
        case Dimension::kSub5:
            return row.subs[static_cast<std::size_t>(dimension) - static_cast<std::size_t>(Dimension::kSub1)];
        default: return {};
    }
}

}  // namespace fairlead::reporting
