#include "domain/access/totp.hpp"

#include <gtest/gtest.h>

namespace fairlead::access {
namespace {

constexpr std::string_view kSecret = "12345678901234567890";

Timestamp AtSecond(std::int64_t second) { return {second * kMicrosPerSecond}; }

// The last six of the eight digits in the table of RFC 6238.
TEST(Totp, MatchesTheStandard) {
    EXPECT_EQ(TotpCode(kSecret, 59 / 30), "287082");
    EXPECT_EQ(TotpCode(kSecret, 1111111109 / 30), "081804");
    EXPECT_EQ(TotpCode(kSecret, 1234567890 / 30), "005924");
    EXPECT_EQ(TotpCode(kSecret, 20000000000 / 30), "353130");
}

TEST(Totp, ACodeIsValidInItsStepAndTheStepsBeforeAndAfter) {
    const std::int64_t step = 1234567890 / 30;
    EXPECT_EQ(MatchTotp(kSecret, "005924", AtSecond(1234567890)), step);
    EXPECT_EQ(MatchTotp(kSecret, "005924", AtSecond(1234567890 + 30)), step);
    EXPECT_EQ(MatchTotp(kSecret, "005924", AtSecond(1234567890 - 30)), step);
    EXPECT_EQ(MatchTotp(kSecret, "005924", AtSecond(1234567890 + 60)), std::nullopt);
    EXPECT_EQ(MatchTotp(kSecret, "005924", AtSecond(1234567890 - 60)), std::nullopt);
}

TEST(Totp, AnotherCodeIsInvalid) {
    EXPECT_EQ(MatchTotp(kSecret, "005925", AtSecond(1234567890)), std::nullopt);
    EXPECT_EQ(MatchTotp(kSecret, "5924", AtSecond(1234567890)), std::nullopt);
    EXPECT_EQ(MatchTotp(kSecret, "", AtSecond(1234567890)), std::nullopt);
}

// The test cases of RFC 4648, without padding.
TEST(Base32, MatchesTheStandard) {
    EXPECT_EQ(Base32(""), "");
    EXPECT_EQ(Base32("f"), "MY");
    EXPECT_EQ(Base32("fo"), "MZXQ");
    EXPECT_EQ(Base32("foob"), "MZXW6YQ");
    EXPECT_EQ(Base32("foobar"), "MZXW6YTBOI");
}

TEST(OtpauthUrl, NamesIssuerAndAccount) {
    EXPECT_EQ(OtpauthUrl("Lucky Star", "ann@example.com", "foobar"),
              "otpauth://totp/Lucky%20Star:ann%40example.com?secret=MZXW6YTBOI&issuer=Lucky%20Star"
              "&algorithm=SHA1&digits=6&period=30");
}

TEST(Totp, SecretsDiffer) {
    EXPECT_EQ(NewTotpSecret().size(), 20U);
    EXPECT_NE(NewTotpSecret(), NewTotpSecret());
}

}  // namespace
}  // namespace fairlead::access
