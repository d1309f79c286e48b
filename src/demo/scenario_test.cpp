#include "demo/scenario.hpp"

#include <set>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "app/resources/deal_terms_json.hpp"
#include "demo/pictures.hpp"

namespace fairlead::demo {
namespace {

TEST(Scenario, EveryDealPaysSomething) {
    for (const Deal& deal : Deals()) {
        ASSERT_FALSE(deal.versions.empty()) << deal.name;
        for (const DealVersion& version : deal.versions) {
            commission::Terms terms;
            EXPECT_TRUE(app::ReadTerms(boost::json::parse(version.terms), terms).empty()) << deal.name;
        }
    }
}

TEST(Scenario, EverythingThatAffiliatesNameExists) {
    for (const Affiliate& affiliate : Affiliates()) {
        for (const std::size_t deal : affiliate.deals) EXPECT_LT(deal, Deals().size()) << affiliate.name;
        for (const CountryShare& share : affiliate.countries) {
            EXPECT_EQ(Countries()[CountryOf(share.code)].code, share.code) << affiliate.name;
        }
        for (const Link& link : affiliate.links) {
            EXPECT_LT(link.brand, Brands().size()) << link.name;
            if (link.source) {
                EXPECT_LT(*link.source, affiliate.sources.size()) << link.name;
            }
            if (link.creative) {
                EXPECT_EQ(Campaigns()[Creatives()[*link.creative].campaign].brand, link.brand) << link.name;
            }
        }
    }
}

// The demo finds records by their names.
TEST(Scenario, NamesDiffer) {
    std::set<std::string_view> names;
    for (const Affiliate& affiliate : Affiliates()) EXPECT_TRUE(names.insert(affiliate.email).second);
    for (const Deal& deal : Deals()) EXPECT_TRUE(names.insert(deal.name).second);
    for (const Campaign& campaign : Campaigns()) EXPECT_TRUE(names.insert(campaign.name).second);
    for (const Creative& creative : Creatives()) EXPECT_TRUE(names.insert(creative.name).second);
}

TEST(Scenario, ADayOfTheYearFindsItsPlaceInAnyHistory) {
    EXPECT_EQ(DayOf(210, 365), 210);
    EXPECT_EQ(DayOf(73, 100), 20);
    EXPECT_EQ(DayOf(-2, 365), 363);
    EXPECT_EQ(DayOf(-2, 60), 58);
    EXPECT_EQ(DayOf(-73, 100), 80);
}

TEST(Pictures, EveryBannerIsDrawnInItsSize) {
    for (std::size_t i = 0; i < Creatives().size(); ++i) {
        const auto picture = DrawPicture(BannerPath(i).substr(kPicturesPath.size()));
        ASSERT_EQ(picture.has_value(), Creatives()[i].width > 0) << i;
        if (!picture) continue;
        EXPECT_NE(picture->find("width=\"" + std::to_string(Creatives()[i].width) + "\""), std::string::npos);
    }
}

TEST(Pictures, AnUnknownPictureIsNotDrawn) {
    EXPECT_TRUE(DrawPicture("logo.svg"));
    for (const auto* name : {"", "logo", "banner-.svg", "banner-99.svg", "banner-1x.svg", "banner--1.svg"}) {
        EXPECT_FALSE(DrawPicture(name)) << name;
    }
}

}  // namespace
}  // namespace fairlead::demo
