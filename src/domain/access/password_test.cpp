#include "domain/access/password.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "domain/access/common_passwords.hpp"

namespace fairlead::access {
namespace {

using testing::HasSubstr;
using testing::Optional;

constexpr std::string_view kEmail = "lena@nordlicht.example";

TEST(Password, HasTwelveToTwoHundredCharacters) {
    const auto too_short = WhyPasswordIsRefused("eleven keys", kEmail);
    EXPECT_THAT(too_short, Optional(HasSubstr("12 to 200 characters")));
    EXPECT_EQ(WhyPasswordIsRefused("twelve keys!", kEmail), std::nullopt);
    std::string longest;
    for (int i = 0; i < 20; ++i) longest += "0123456789";
    longest.front() = 'x';
    EXPECT_EQ(WhyPasswordIsRefused(longest, kEmail), std::nullopt);
    EXPECT_THAT(WhyPasswordIsRefused(longest + "1", kEmail), Optional(HasSubstr("12 to 200 characters")));
}

TEST(Password, CountsCharactersAndNotBytes) {
    EXPECT_NE(WhyPasswordIsRefused("schöne Grüß", kEmail), std::nullopt);
    EXPECT_EQ(WhyPasswordIsRefused("schöne Grüße", kEmail), std::nullopt);
}

TEST(Password, IsNotAmongTheMostCommonInAnyCase) {
    for (const std::string_view common : {"1qaz2wsx3edc", "1QAZ2wsx3EDC", "123456789012", "Administrator"}) {
        EXPECT_THAT(WhyPasswordIsRefused(common, kEmail), Optional(HasSubstr("most common"))) << common;
    }
    EXPECT_EQ(WhyPasswordIsRefused("administrator of ships", kEmail), std::nullopt);
}

TEST(Password, IsNotACommonPasswordOrACharacterRepeated) {
    for (const std::string_view repeated : {"qwertyqwerty", "PasswordPassword", "zzzzzzzzzzzz", "123412341234"}) {
        EXPECT_THAT(WhyPasswordIsRefused(repeated, kEmail), Optional(HasSubstr("most common"))) << repeated;
    }
    EXPECT_EQ(WhyPasswordIsRefused("qwertyqwertyq", kEmail), std::nullopt);
}

TEST(Password, DoesNotContainTheAddressOrItsLocalPart) {
    for (const std::string_view own : {"lena@nordlicht.example", "my name is LENA"}) {
        EXPECT_THAT(WhyPasswordIsRefused(own, kEmail), Optional(HasSubstr("e-mail address"))) << own;
    }
    EXPECT_EQ(WhyPasswordIsRefused("nordlicht.example", kEmail), std::nullopt);
}

TEST(Password, MayContainAShortLocalPart) {
    EXPECT_EQ(WhyPasswordIsRefused("also a candle", "al@nordlicht.example"), std::nullopt);
    EXPECT_NE(WhyPasswordIsRefused("to AL@nordlicht.example", "al@nordlicht.example"), std::nullopt);
}

TEST(Password, ARandomOneFollowsTheRule) {
    const std::string password = NewPassword(kEmail);
    EXPECT_EQ(password.size(), 24U);
    EXPECT_EQ(WhyPasswordIsRefused(password, kEmail), std::nullopt);
    EXPECT_NE(password, NewPassword(kEmail));
}

TEST(CommonPasswords, AreSortedAndAtLeastTenThousand) {
    EXPECT_GE(CommonPasswords().size(), 10'000U);
    EXPECT_TRUE(std::ranges::is_sorted(CommonPasswords()));
}

}  // namespace
}  // namespace fairlead::access
