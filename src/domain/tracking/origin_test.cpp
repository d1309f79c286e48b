#include "domain/tracking/origin.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/tracking/any_click_test.hpp"

namespace fairlead::tracking {
namespace {

Origin WholeOrigin() {
    return {.affiliate = AffiliateId::New(),
            .link = LinkId::New(),
            .campaign = CampaignId::New(),
            .creative = CreativeId::New(),
            .source = MarketingSourceId::New(),
            .geo_target = "DE",
            .device = "mobile",
            .os = "iOS",
            .browser = "Safari",
            .subs = {"one", "two", "three", "four", "five"}};
}

TEST(OriginBytes, AnOriginWithAllMembersIsReadBack) {
    const Origin origin = WholeOrigin();
    const std::string bytes = EncodeOrigin(origin);
    ByteReader reader(bytes);
    EXPECT_EQ(ReadOrigin(reader), origin);
    EXPECT_TRUE(reader.ok() && reader.AtEnd());
}

TEST(OriginBytes, ALinkHasEverythingButTheVisitor) {
    const Origin whole = WholeOrigin();
    const catalogue::Link link{.id = *whole.link,
                               .affiliate = whole.affiliate,
                               .campaign = whole.campaign,
                               .source = whole.source,
                               .creative = whole.creative,
                               .geo_target = "DE"};
    Origin expected = whole;
    expected.device = expected.os = expected.browser = "";
    expected.subs = {};
    EXPECT_EQ(OriginOf(link), expected);
}

TEST(OriginBytes, NoMemberIsReadAsAnother) {
    // Each member is set alone and must be read back as itself.
    const Origin whole = WholeOrigin();
    std::vector<Origin> origins(9);
    origins[0].link = whole.link;
    origins[1].campaign = whole.campaign;
    origins[2].creative = whole.creative;
    origins[3].source = whole.source;
    origins[4].geo_target = "DE";
    origins[5].device = "tv";
    origins[6].os = "Tizen";
    origins[7].browser = "Samsung";
    origins[8].subs[4] = "five";
    for (const Origin& origin : origins) {
        const std::string bytes = EncodeOrigin(origin);
        ByteReader reader(bytes);
        EXPECT_EQ(ReadOrigin(reader), origin);
    }
}

RC_GTEST_PROP(OriginBytes, AnyOriginIsReadBack,
              (std::uint64_t seed, const std::array<std::string, kSubIdCount>& subs)) {
    SeededChoice choose(seed);
    Origin origin = AnyOrigin(choose);
    origin.subs = subs;
    const std::string bytes = EncodeOrigin(origin);
    ByteReader reader(bytes);
    RC_ASSERT(ReadOrigin(reader) == origin);
    RC_ASSERT(reader.ok() && reader.AtEnd());
}

RC_GTEST_PROP(OriginBytes, TruncatedBytesAreRefused, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    const std::string bytes = EncodeOrigin(AnyOrigin(choose));
    ByteReader reader(std::string_view(bytes).substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size())));
    ReadOrigin(reader);
    RC_ASSERT(!reader.ok());
}

}  // namespace
}  // namespace fairlead::tracking
