#include "base/assert.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(Assertion, AConditionThatHoldsHasNoEffect) { FAIRLEAD_ASSERT(2 + 2 == 4, "numbers add up"); }

TEST(Assertion, AFailureNamesTheConditionThePlaceAndTheMessage) {
    const int left = 3;
    EXPECT_DEATH(FAIRLEAD_ASSERT(left == 4), "assertion failed: left == 4 \\(.*assert_test.cpp:");
    EXPECT_DEATH(FAIRLEAD_ASSERT(left == 4, "four are left"), "assertion failed: left == 4: four are left \\(");
}

}  // namespace
}  // namespace fairlead
