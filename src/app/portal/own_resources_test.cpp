#include "app/portal/own_resources.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;

// An operator with a brand and an affiliate that creates links in the portal.
class OwnLinksTest : public testing::Test {
protected:
    OwnLinksTest() {
        entry_.records.brands.Put({.id = brand_, .name = "Casino", .website_url = "https://casino.example"});
        entry_.records.affiliates.Put(
            {.id = affiliate_, .name = "Anna", .status = catalogue::AffiliateStatus::kApproved});
    }

    void PutLinks(AffiliateId affiliate, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            last_ = LinkId::New();
            entry_.records.links.Put({.id = last_,
                                      .code = last_.ToString(),
                                      .affiliate = affiliate,
                                      .brand = brand_,
                                      .destination_url = "https://casino.example/"});
        }
    }
    auto Create() {
        json::object body{{"brandId", brand_.ToString()}, {"destinationUrl", "https://casino.example/join"}};
        return OwnLinks(affiliate_).Create({std::move(body), "tester", {}})({snapshot_, entry_});
    }
    auto Rename(LinkId link) {
        return OwnLinks(affiliate_)
            .Update(link.uuid, {json::object{{"name", "Other"}}, "tester", {}})({snapshot_, entry_});
    }

    const BrandId brand_ = BrandId::New();
    const AffiliateId affiliate_ = AffiliateId::New();
    LinkId last_;
    CatalogueSnapshot snapshot_;
    OperatorEntry entry_;
};

TEST_F(OwnLinksTest, AnAffiliateHasABoundedNumberOfLinks) {
    PutLinks(AffiliateId::New(), 10);
    PutLinks(affiliate_, kOwnLinksMax - 1);
    EXPECT_TRUE(Create());
    PutLinks(affiliate_, 1);
    const auto refused = Create();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kConflict);
    EXPECT_TRUE(Rename(last_));
}

}  // namespace
}  // namespace fairlead::app
