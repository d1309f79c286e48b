#include "demo/scenario.hpp"

#include <set>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "app/resources/deals/deal_terms_json.hpp"
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

// The kinds of deals that the console offers as templates, as far as the terms show them.
std::set<std::string_view> KindsOf(const commission::Terms& terms) {
    std::set<std::string_view> kinds;
    if (terms.cpa) kinds.insert(terms.rev_share ? "hybrid" : "cpa");
    if (terms.turnover) kinds.insert("turnover");
    if (!terms.rev_share) return kinds;
    if (!terms.rev_share->rate_by_product.empty()) kinds.insert("products");
    if (terms.rev_share->tiers.empty()) return kinds;
    kinds.insert(terms.rev_share->tier_by == commission::TierBy::kBase ? "ladder" : "activity");
    return kinds;
}

TEST(Scenario, AffiliatesHaveDealsOfSixKinds) {
    std::set<std::string_view> kinds;
    for (const Affiliate& affiliate : Affiliates()) {
        for (const std::size_t deal : affiliate.deals) {
            commission::Terms terms;
            ASSERT_TRUE(app::ReadTerms(boost::json::parse(Deals()[deal].versions.back().terms), terms).empty());
            kinds.merge(KindsOf(terms));
        }
    }
    EXPECT_EQ(kinds.size(), 6U);
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
