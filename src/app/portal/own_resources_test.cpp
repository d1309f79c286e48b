#include "app/portal/own_resources.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

namespace json = boost::json;

// An operator with a brand and an affiliate that creates links, marketing sources and postbacks in the portal.
class OwnResourcesTest : public testing::Test {
protected:
    OwnResourcesTest() {
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
    auto CreateTo(std::string_view url) {
        json::object body{{"brandId", brand_.ToString()}, {"destinationUrl", url}};
        return OwnLinks(affiliate_).Create({std::move(body), "tester", {}})({snapshot_, entry_});
    }
    auto CreateSource() {
        json::object body{{"name", "Blog"}};
        return OwnMarketingSources(affiliate_).Create({std::move(body), "tester", {}})({snapshot_, entry_});
    }
    auto CreatePostback() {
        json::object body{
            {"name", "Tracker"}, {"triggers", json::array{"registration"}}, {"url", "https://tracker.example/"}};
        return OwnPostbacks(affiliate_).Create({std::move(body), "tester", {}})({snapshot_, entry_});
    }
    void PutSources(AffiliateId affiliate, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            entry_.records.marketing_sources.Put({.id = MarketingSourceId::New(), .affiliate = affiliate});
        }
    }
    // The postbacks are inactive and cause no messages.
    void PutPostbacks(AffiliateId affiliate, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            outbox::Postback postback;
            postback.id = last_postback_ = DestinationId::New();
            postback.affiliate = affiliate;
            postback.name = "Tracker";
            postback.url = "https://tracker.example/";
            postback.triggers = {outbox::Trigger::kRegistration};
            postback.status = outbox::DestinationStatus::kInactive;
            entry_.records.postbacks.Put(postback);
        }
    }
    auto RenamePostback() {
        return OwnPostbacks(affiliate_)
            .Update(last_postback_.uuid, {json::object{{"name", "Other"}}, "tester", {}})({snapshot_, entry_});
    }
    auto Rename(LinkId link) {
        return OwnLinks(affiliate_)
            .Update(link.uuid, {json::object{{"name", "Other"}}, "tester", {}})({snapshot_, entry_});
    }

    const BrandId brand_ = BrandId::New();
    const AffiliateId affiliate_ = AffiliateId::New();
    LinkId last_;
    DestinationId last_postback_;
    CatalogueSnapshot snapshot_;
    OperatorEntry entry_;
};

TEST_F(OwnResourcesTest, AnAffiliateHasABoundedNumberOfLinks) {
    PutLinks(AffiliateId::New(), 10);
    PutLinks(affiliate_, kOwnLinksMax - 1);
    EXPECT_TRUE(Create());
    PutLinks(affiliate_, 1);
    const auto refused = Create();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kConflict);
    EXPECT_TRUE(Rename(last_));
}

TEST_F(OwnResourcesTest, AnAffiliateHasABoundedNumberOfMarketingSources) {
    PutSources(AffiliateId::New(), 10);
    PutSources(affiliate_, kOwnSourcesMax - 1);
    EXPECT_TRUE(CreateSource());
    PutSources(affiliate_, 1);
    const auto refused = CreateSource();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kConflict);
}

TEST_F(OwnResourcesTest, InactivePostbacksAreBoundedToo) {
    PutPostbacks(AffiliateId::New(), 10);
    PutPostbacks(affiliate_, kOwnPostbacksMax - 1);
    EXPECT_TRUE(CreatePostback());
    PutPostbacks(affiliate_, 1);
    const auto refused = CreatePostback();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().code, ErrorCode::kConflict);
    EXPECT_TRUE(OwnPostbacks(affiliate_)
                    .Update(last_postback_.uuid, {json::object{{"name", "Other"}}, "tester", {}})({snapshot_, entry_}));
}

TEST_F(OwnResourcesTest, ALinkLeadsToAnOriginOfTheBrand) {
    const auto website = [&](std::string url) {
        entry_.records.brands.Put({.id = brand_, .name = "Casino", .website_url = std::move(url)});
    };
    EXPECT_TRUE(CreateTo("HTTPS://Casino.Example:443/join"));
    for (const auto* url : {"http://casino.example/", "https://casino.example:8443/", "https://www.casino.example/"}) {
        EXPECT_FALSE(CreateTo(url)) << url;
    }
    website("http://1.2.3.4/");
    EXPECT_TRUE(CreateTo("http://1.2.3.4:80/join"));
    EXPECT_FALSE(CreateTo("http://1.2.3.4.evil.example/")) << "a host that begins like the address";
    website("http://1.2.3.4.example.com/");
    EXPECT_TRUE(CreateTo("http://1.2.3.4.EXAMPLE.com/join"));
    EXPECT_FALSE(CreateTo("http://1.2.3.4/"));
    EXPECT_FALSE(CreateTo("http://n.2.3.4.example.com/"));
}

TEST_F(OwnResourcesTest, AReasonForAPauseDoesNotNameAnAddressOfTheOperatorsNetwork) {
    PutPostbacks(affiliate_, 1);
    outbox::Postback paused = *entry_.FindPostback(last_postback_);
    paused.status = outbox::DestinationStatus::kPaused;
    paused.pause_reason =
        "no message was accepted for a day. The last attempt: the address 10.2.3.4 belongs to a "
        "private network";
    entry_.records.postbacks.Put(paused);
    constexpr std::string_view kShown =
        "no message was accepted for a day. The last attempt: the address belongs to a private network";
    const OwnResource own = OwnPostbacks(affiliate_);
    const View view{entry_, {}};
    EXPECT_EQ(own.Read(view, last_postback_.uuid)->at("pauseReason").get_string(), kShown);
    const auto page = own.List(view, {});
    ASSERT_TRUE(page);
    ASSERT_EQ(page->items.size(), 1U);
    EXPECT_EQ(page->items[0].at("pauseReason").get_string(), kShown);
    EXPECT_EQ(RenamePostback()->answer.at("pauseReason").get_string(), kShown);
    const auto operators = PostbackResource().Read(view, last_postback_.uuid);
    EXPECT_EQ(operators->at("pauseReason").get_string(), paused.pause_reason) << "operators see it";
}

}  // namespace
}  // namespace fairlead::app
