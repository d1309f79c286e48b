#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "domain/facts/fact_block.hpp"
#include "domain/reporting/project.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::reporting {
namespace {

constexpr Timestamp kDroppedTime{1'794'722'400'123'456};

// The values of a click's row, in a fixed order.
using Said = std::tuple<std::int32_t, std::int64_t, BrandId, AffiliateId, CampaignId, CreativeId, LinkId,
                        MarketingSourceId, std::uint64_t, std::string, std::string, std::string>;

std::vector<Said> RowsOf(std::string_view bytes) {
    std::vector<Said> said;
    EXPECT_TRUE(ProjectBlock(OperatorId{}, bytes, kDroppedTime, [&](const FactRow& row) {
        EXPECT_EQ(row.kind, FactKind::Click());
        std::string subs;
        for (const auto sub : row.subs) subs.append(sub).append("|");
        const std::string agent = std::string(row.device) + "|" + std::string(row.os) + "|" + std::string(row.browser);
        said.emplace_back(row.minute, row.weight, row.brand, row.affiliate, row.campaign, row.creative, row.link,
                          row.source, row.visitor, std::string(row.country) + "|" + std::string(row.geo_target), agent,
                          subs);
    }));
    std::ranges::sort(said);
    return said;
}

TEST(ProjectDropped, DroppingClicksDoesNotChangeTheRows) {
    tracking::SeededChoice choose(21);
    std::vector<tracking::Click> clicks;
    for (std::uint32_t i = 0; i < 200; ++i) {
        tracking::Click& click = clicks.emplace_back(tracking::AnyClick(choose));
        click.id = tracking::MakeClickId({kDroppedTime, i, choose(1000)});
    }
    facts::FactBlock block;
    block.AddClicks(SegmentOf(clicks));
    const auto before = RowsOf(block.Bytes());
    EXPECT_GT(before.size(), 100U);
    for (const std::uint32_t share : {1U, 2U, 3U}) {
        const auto after = facts::DropClicks(block.Bytes(), kDroppedTime, [&](const tracking::Click& click) {
            return tracking::PlaceOf(click.id)->index % share != 0;
        });
        EXPECT_EQ(RowsOf(after->bytes), before);
    }
}

}  // namespace
}  // namespace fairlead::reporting
