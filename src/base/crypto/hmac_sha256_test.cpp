#include "base/crypto/hmac_sha256.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

// The second test case of RFC 4231.
TEST(HmacSha256, GivesTheCodeOfTheStandard) {
    EXPECT_EQ(ToHex(HmacSha256("Jefe", "what do ya want for nothing?")),
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

// RFC 4648 §10.
TEST(Base64, IsThatOfTheStandard) {
    const auto encode = [](std::string_view text) {
        return ToBase64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    };
    EXPECT_EQ(encode(""), "");
    EXPECT_EQ(encode("f"), "Zg==");
    EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
    EXPECT_EQ(FromBase64("Zm9vYg=="), "foob");
    EXPECT_EQ(FromBase64("Zm9vYg"), std::nullopt);
    EXPECT_EQ(FromBase64("?"), std::nullopt);
}

}  // namespace
}  // namespace fairlead
