#include "app/ports/row_filter.hpp"

#include <gtest/gtest.h>

#include "domain/reporting/group_keys.hpp"

namespace fairlead::app {
namespace {

using reporting::Dimension;
using reporting::FactKind;
using reporting::FactRow;

constexpr std::array kIdDimensions{Dimension::kBrand, Dimension::kAffiliate, Dimension::kCampaign, Dimension::kCreative,
                                   Dimension::kLink,  Dimension::kSource,    Dimension::kDeal,     Dimension::kPlayer};

Uuid Numbered(std::uint8_t number) { return {.bytes = {number}}; }

// Each dimension has a different value.
FactRow MakeRow() {
    FactRow row{.kind = FactKind::Of(events::EventType::kDeposit),
                .weight = 1,
                .amount = *Decimal::Parse("5"),
                .currency = "EUR",
                .brand = {Numbered(1)},
                .deal = {Numbered(7)},
                .player = {Numbered(8)},
                .country = "DE",
                .product = "casino",
                .game = "Book"};
    static const tracking::Origin kOrigin{.affiliate = {Numbered(2)},
                                          .link = LinkId{Numbered(5)},
                                          .campaign = CampaignId{Numbered(3)},
                                          .creative = CreativeId{Numbered(4)},
                                          .source = MarketingSourceId{Numbered(6)},
                                          .geo_target = "AT",
                                          .device = "mobile",
                                          .os = "iOS",
                                          .browser = "Safari",
                                          .subs = {"one", "two", "three", "four", ""}};
    PutOrigin(kOrigin, row);
    row.period = "2026-03";
    return row;
}

RowFilter By(Dimension dimension, std::vector<Uuid> ids, std::vector<std::string> texts = {}) {
    return {.dimensions = {{.dimension = dimension, .ids = std::move(ids), .texts = std::move(texts)}}};
}

TEST(RowFilter, ComparesTheValueOfEveryDimension) {
    const FactRow row = MakeRow();
    for (std::size_t i = 0; i < kIdDimensions.size(); ++i) {
        const auto number = static_cast<std::uint8_t>(i + 1);
        EXPECT_TRUE(By(kIdDimensions[i], {Numbered(99), Numbered(number)}).Passes(row)) << i;
        EXPECT_FALSE(By(kIdDimensions[i], {Numbered(99)}).Passes(row)) << i;
    }
    const std::vector<std::pair<Dimension, std::string>> texts{
        {Dimension::kCountry, "DE"}, {Dimension::kGeoTarget, "AT"},   {Dimension::kDevice, "mobile"},
        {Dimension::kOs, "iOS"},     {Dimension::kBrowser, "Safari"}, {Dimension::kCurrency, "EUR"},
        {Dimension::kSub1, "one"},   {Dimension::kSub2, "two"},       {Dimension::kSub3, "three"},
        {Dimension::kSub4, "four"},  {Dimension::kSub5, ""},          {Dimension::kProduct, "casino"},
        {Dimension::kGame, "Book"},  {Dimension::kPeriod, "2026-03"},
    };
    EXPECT_EQ(texts.size() + kIdDimensions.size(), reporting::kDimensions);
    for (const auto& [dimension, text] : texts) {
        EXPECT_TRUE(By(dimension, {}, {"other", text}).Passes(row)) << text;
        EXPECT_FALSE(By(dimension, {}, {"other"}).Passes(row)) << text;
    }
}

TEST(RowFilter, AnEmptyFilterMatchesEverything) {
    EXPECT_TRUE(RowFilter().Passes(MakeRow()));
    EXPECT_TRUE(RowFilter().Passes({}));
    EXPECT_FALSE(RowFilter{.nothing = true}.Passes(MakeRow()));
}

TEST(RowFilter, AMetricMatchesOnlyWhatItCounts) {
    FactRow row = MakeRow();
    const auto passes = [&](std::string_view metric) {
        return RowFilter{.metric = reporting::FindMetric(metric)}.Passes(row);
    };
    EXPECT_TRUE(passes("deposit_count"));
    EXPECT_TRUE(passes("deposit_amount"));
    EXPECT_FALSE(passes("ftd_count"));
    EXPECT_FALSE(passes("click_count"));
    // A milestone that was already reached.
    row.weight = 0;
    row.amount = Decimal();
    EXPECT_FALSE(passes("deposit_count"));
    EXPECT_FALSE(passes("deposit_amount"));
}

}  // namespace
}  // namespace fairlead::app
