#include "http/admission/refusal_log.hpp"

#include <gtest/gtest.h>

#include "base/time/time.hpp"

namespace fairlead::http {
namespace {

TEST(RefusalLog, TheFirstRefusalIsLoggedAtOnceAndTheOthersTogether) {
    RefusalLog log;
    EXPECT_EQ(log.Count("429", 0), 1);
    for (std::int64_t i = 0; i < 1000; ++i) EXPECT_EQ(log.Count("429", i * 1000), 0);
    EXPECT_EQ(log.Count("429", 10 * kMicrosPerSecond), 1001);
    EXPECT_EQ(log.Count("429", 11 * kMicrosPerSecond), 0);
}

TEST(RefusalLog, EveryReasonHasItsOwnLines) {
    RefusalLog log;
    EXPECT_EQ(log.Count("429", 0), 1);
    EXPECT_EQ(log.Count("401", 1), 1);
    EXPECT_EQ(log.Count("401", 2), 0);
}

}  // namespace
}  // namespace fairlead::http
