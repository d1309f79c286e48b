#include "app/tracking/batch_clock.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(BatchClock, EveryBatchHasATimeOfItsOwn) {
    BatchClock clock;
    EXPECT_EQ(clock.Next(Timestamp{5'000'000}), Timestamp{5'000'000});
    EXPECT_EQ(clock.Next(Timestamp{5'000'000}), Timestamp{5'000'001});
    EXPECT_EQ(clock.Next(Timestamp{4'999'999}), Timestamp{5'000'002});
    EXPECT_EQ(clock.Next(Timestamp{5'000'010}), Timestamp{5'000'010});
}

TEST(BatchClock, AClockThatIsSetBackIsFollowed) {
    BatchClock clock;
    clock.Next(Timestamp{100'000'000});
    EXPECT_EQ(clock.Next(Timestamp{98'000'000}), Timestamp{98'000'000});
    EXPECT_EQ(clock.Next(Timestamp{98'000'000}), Timestamp{98'000'001});
}

}  // namespace
}  // namespace fairlead::app
