#include "app/accounts/recovery_codes.hpp"

#include <set>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr Bytes16 kSalt{1, 2, 3};

TEST(RecoveryCodes, AreTenDifferentCodesOfEightyBits) {
    const auto codes = NewRecoveryCodes();
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), 10U);
    for (const std::string& code : codes) {
        // 16 characters of 5 bits each, in four groups.
        ASSERT_EQ(code.size(), 19U);
        for (const std::size_t at : {4U, 9U, 14U}) EXPECT_EQ(code[at], '-');
    }
}

TEST(RecoveryCodes, AreAcceptedInAnyCaseAndSpacing) {
    const auto hash = HashRecoveryCode("ABCD-EFGH-JKLM-NP23", kSalt);
    ASSERT_TRUE(hash);
    EXPECT_EQ(hash, HashRecoveryCode("abcdefghjklmnp23", kSalt));
    EXPECT_EQ(hash, HashRecoveryCode(" ABCD EFGH JKLM NP23 ", kSalt));
    EXPECT_NE(hash, HashRecoveryCode("ABCD-EFGH-JKLM-NP24", kSalt));
}

TEST(RecoveryCodes, AreStretchedWithTheirSalt) {
    const auto hash = HashRecoveryCode("ABCD-EFGH-JKLM-NP23", kSalt);
    EXPECT_EQ(hash, StretchSecret("ABCDEFGHJKLMNP23", kSalt));
    EXPECT_NE(hash, HashRecoveryCode("ABCD-EFGH-JKLM-NP23", Bytes16{3, 2, 1}));
}

TEST(RecoveryCodes, OfEarlierVersionsStillWork) {
    EXPECT_EQ(HashRecoveryCode("abcde-fgh23", std::nullopt), Digest256("recovery ABCDEFGH23"));
}

TEST(RecoveryCodes, AWrongOneTimeCodeIsNotHashedAsOne) {
    EXPECT_EQ(HashRecoveryCode("287082", kSalt), std::nullopt);
    EXPECT_EQ(HashRecoveryCode("287082", std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace fairlead::app
