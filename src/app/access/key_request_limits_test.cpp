#include "app/access/key_request_limits.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(KeyRequestLimits, EveryKeyHasItsOwnWindow) {
    KeyRequestLimits limits(2);
    const ApiKeyId first = ApiKeyId::New();
    EXPECT_TRUE(limits.Take(first, 0).allowed);
    EXPECT_TRUE(limits.Take(first, 1).allowed);
    const auto refused = limits.Take(first, 2);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.limit, 2);
    EXPECT_EQ(refused.reset_seconds, 60);
    EXPECT_TRUE(limits.Take(ApiKeyId::New(), 2).allowed);
    EXPECT_TRUE(limits.Take(first, access::kRateWindowMicros).allowed);
}

}  // namespace
}  // namespace fairlead::app
