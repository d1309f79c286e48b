#include "app/access/send_limits.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(SendLimits, TenPerMinutePassForEachSender) {
    OperatorSendLimits limits;
    const OperatorId sender = OperatorId::New();
    for (int i = 0; i < 10; ++i) EXPECT_TRUE(limits.Take(sender, 1'000'000).allowed);
    const auto refused = limits.Take(sender, 21'000'000);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.reset_seconds, 40);
    EXPECT_TRUE(limits.Take(OperatorId::New(), 21'000'000).allowed);
    EXPECT_TRUE(limits.Take(sender, 61'000'000).allowed);
}

}  // namespace
}  // namespace fairlead::app
