#include "app/outbox/silent_brands.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kSilentMicros = SilentMicrosOf(360);
constexpr Timestamp kSilenceNow{20'000 * kMicrosPerDay};

Timestamp MinutesAgo(std::int64_t minutes) { return {kSilenceNow.micros - minutes * 60 * kMicrosPerSecond}; }

TEST(SilentBrands, ABrandIsSilentAfterTheTimeOfTheSetting) {
    const BrandId brand = BrandId::New();
    FeedHealth health;
    health.feeds = {{brand, "deposit", {}, MinutesAgo(359), 5}};
    EXPECT_TRUE(SilentBrands(health, kSilenceNow, kSilentMicros).empty());
    health.feeds = {{brand, "deposit", {}, MinutesAgo(360), 5}};
    EXPECT_EQ(SilentBrands(health, kSilenceNow, kSilentMicros), (std::map{std::pair{brand, MinutesAgo(360)}}));
    EXPECT_TRUE(SilentBrands(health, kSilenceNow, 0).empty());
    health.feeds = {{brand, "deposit", {}, MinutesAgo(62 * 1440), 5}};
    EXPECT_EQ(SilentBrands(health, kSilenceNow, kSilentMicros).size(), 1U);
    health.feeds = {{brand, "deposit", {}, MinutesAgo(62 * 1440 + 1), 5}};
    EXPECT_TRUE(SilentBrands(health, kSilenceNow, kSilentMicros).empty());
}

TEST(SilentBrands, OneRegularTypeIsEnoughAndRareTypesDoNotCount) {
    const BrandId brand = BrandId::New();
    FeedHealth health;
    health.feeds = {{brand, "deposit", {}, MinutesAgo(900), 5}, {brand, "registration", {}, MinutesAgo(10), 5}};
    EXPECT_TRUE(SilentBrands(health, kSilenceNow, kSilentMicros).empty());
    health.feeds = {{brand, "deposit", {}, MinutesAgo(900), 5}, {brand, "chargeback", {}, MinutesAgo(10), 5}};
    EXPECT_EQ(SilentBrands(health, kSilenceNow, kSilentMicros), (std::map{std::pair{brand, MinutesAgo(900)}}));
}

}  // namespace
}  // namespace fairlead::app
