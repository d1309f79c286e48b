#include "app/tracking/tracking_urls.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

const std::string kApi = "https://track.example/api/v1";
const CreativeId kCreative = *CreativeId::Parse("0190a0b0-c0d0-7e0f-8a1b-00000000000c");
const catalogue::Link kLink{.id = *LinkId::Parse("0190a0b0-c0d0-7e0f-8a1b-00000000000a"),
                            .affiliate = *AffiliateId::Parse("0190a0b0-c0d0-7e0f-8a1b-00000000000b")};
constexpr const char* kPixel =
    R"(<img src="https://track.example/api/v1/track/impression/0190a0b0-c0d0-7e0f-8a1b-00000000000c)"
    R"(?lid=0190a0b0-c0d0-7e0f-8a1b-00000000000a&amp;aid=0190a0b0-c0d0-7e0f-8a1b-00000000000b")"
    R"( alt="" width="1" height="1" style="position:absolute;visibility:hidden"></a>)";
constexpr const char* kAnchor =
    R"(<a href="https://track.example/api/v1/track/click/0190a0b0-c0d0-7e0f-8a1b-00000000000a")"
    R"( target="_blank" rel="nofollow noopener sponsored">)";

TEST(TrackingUrls, NameTheLinkTheCreativeAndTheAffiliate) {
    EXPECT_EQ(TrackingUrl(kApi, kLink),
              "https://track.example/api/v1/track/click/0190a0b0-c0d0-7e0f-8a1b-00000000000a");
    EXPECT_EQ(ImpressionUrl(kApi, kCreative, kLink),
              "https://track.example/api/v1/track/impression/0190a0b0-c0d0-7e0f-8a1b-00000000000c"
              "?lid=0190a0b0-c0d0-7e0f-8a1b-00000000000a&aid=0190a0b0-c0d0-7e0f-8a1b-00000000000b");
}

TEST(TrackingUrls, AShortUrlHasTheCodeOfTheLink) {
    catalogue::Link link = kLink;
    link.code = "spring-offer";
    EXPECT_EQ(ShortUrl(kApi, "", link), "https://track.example/r/spring-offer");
    EXPECT_EQ(ShortUrl("https://example.com/fairlead/api/v1", "", link), "https://example.com/fairlead/r/spring-offer");
    EXPECT_EQ(ShortUrl(kApi, "https://go.example", link), "https://go.example/r/spring-offer");
}

TEST(EmbedHtml, ABannerIsAnAnchorAroundItsImageAndAPixel) {
    const catalogue::Creative banner{.id = kCreative,
                                     .name = "Spring",
                                     .image_url = "https://cdn.example/a.png?x=1&y=2",
                                     .width = 728,
                                     .height = 90};
    EXPECT_EQ(EmbedHtml(kApi, banner, kLink),
              std::string(kAnchor) +
                  R"(<img src="https://cdn.example/a.png?x=1&amp;y=2" alt="Spring" width="728" height="90">)" + kPixel +
                  "\n");
}

TEST(EmbedHtml, ATextIsAnAnchorAroundItsNameAndAPixel) {
    const catalogue::Creative text{
        .id = kCreative, .name = R"(<b>"Win" & 'run'</b>)", .type = catalogue::CreativeType::kText};
    EXPECT_EQ(EmbedHtml(kApi, text, kLink),
              std::string(kAnchor) + "&lt;b&gt;&quot;Win&quot; &amp; &#39;run&#39;&lt;/b&gt;" + kPixel + "\n");
}

TEST(EmbedHtml, ABannerWithoutAnImageShowsItsName) {
    const catalogue::Creative banner{.id = kCreative, .name = "Spring"};
    EXPECT_EQ(EmbedHtml(kApi, banner, kLink), std::string(kAnchor) + "Spring" + kPixel + "\n");
}

}  // namespace
}  // namespace fairlead::app
