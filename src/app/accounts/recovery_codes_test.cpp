#include "app/accounts/recovery_codes.hpp"

#include <set>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

TEST(RecoveryCodes, AreTenDifferentCodesInTwoHalves) {
    const auto codes = NewRecoveryCodes();
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), 10U);
    for (const std::string& code : codes) {
        ASSERT_EQ(code.size(), 11U);
        EXPECT_EQ(code[5], '-');
    }
}

TEST(RecoveryCodes, AreAcceptedInAnyCaseAndSpacing) {
    EXPECT_EQ(HashRecoveryCode("ABCDE-FGH23"), HashRecoveryCode("abcdefgh23"));
    EXPECT_EQ(HashRecoveryCode("ABCDE-FGH23"), HashRecoveryCode(" ABCDE FGH23 "));
    EXPECT_NE(HashRecoveryCode("ABCDE-FGH23"), HashRecoveryCode("ABCDE-FGH24"));
}

}  // namespace
}  // namespace fairlead::app
