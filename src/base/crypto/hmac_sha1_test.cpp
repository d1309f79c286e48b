#include "base/crypto/hmac_sha1.hpp"

#include <string>

#include <gtest/gtest.h>

#include "base/crypto/secrets.hpp"

namespace fairlead {
namespace {

// The test cases of RFC 2202.
TEST(HmacSha1, MatchesTheStandard) {
    EXPECT_EQ(ToHex(HmacSha1(std::string(20, '\x0b'), "Hi There")), "b617318655057264e28bc0b6fb378c8ef146be00");
    EXPECT_EQ(ToHex(HmacSha1("Jefe", "what do ya want for nothing?")), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    EXPECT_EQ(ToHex(HmacSha1(std::string(20, '\xaa'), std::string(50, '\xdd'))),
              "125d7342b9ac11cd91a39af48aa17b4f63f175d3");
}

TEST(HmacSha1, AKeyAndAMessageMayBeEmpty) {
    EXPECT_EQ(ToHex(HmacSha1({}, {})), "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d");
}

TEST(HmacSha1, ALongKeyIsShortened) {
    EXPECT_EQ(ToHex(HmacSha1(std::string(80, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")),
              "aa4ae5e15272d00e95705637ce8a3b55ed402112");
}

}  // namespace
}  // namespace fairlead
