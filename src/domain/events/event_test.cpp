#include "domain/events/event.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::events {
namespace {

const OperatorId kOperator = OperatorId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071").value();
const OperatorId kAnother = OperatorId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6072").value();

TEST(KeyDigest, IsADigestOfTheOperatorAndTheKey) {
    // Computed by another implementation of BLAKE2b from 16 as 8 bytes, the id, 9 as 8 bytes, and the key.
    EXPECT_EQ(ToHex(DigestKey(kOperator, "deposit_1")), "f2ea1949c3e4e76a21dceb1282cb2794");
}

TEST(KeyDigest, TheSameKeyOfTwoOperatorsHasDifferentDigests) {
    EXPECT_NE(DigestKey(kOperator, "deposit_1"), DigestKey(kAnother, "deposit_1"));
}

RC_GTEST_PROP(KeyDigest, DifferentKeysHaveDifferentDigests, (const std::string& a, const std::string& b)) {
    RC_ASSERT((DigestKey(kOperator, a) == DigestKey(kOperator, b)) == (a == b));
    RC_ASSERT(DigestKey(kOperator, a) != DigestKey(kOperator, a + " "));
}

}  // namespace
}  // namespace fairlead::events
