#include "domain/access/api_key.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead::access {
namespace {

// The checksum is the start of BLAKE2b-256 over the 56 digits. Another implementation computed it.
constexpr std::string_view kKey = "fairlead_0123456789abcdef0123456789abcdef0123456789abcdef01234567f43b7705";

TEST(ApiKey, IsThePrefixAnd64LowerCaseHexadecimalDigits) {
    const std::string key = NewApiKey();
    ASSERT_EQ(key.size(), kApiKeyLength);
    EXPECT_EQ(kApiKeyLength, 9U + 64U);
    EXPECT_TRUE(key.starts_with("fairlead_"));
    EXPECT_EQ(key.substr(9).find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(ApiKey, EveryNewOneIsWellFormedAndDifferent) {
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(IsWellFormedApiKey(NewApiKey()));
    EXPECT_NE(NewApiKey(), NewApiKey());
}

TEST(ApiKey, TheLastEightDigitsAreAChecksumOfTheRest) {
    EXPECT_TRUE(IsWellFormedApiKey(kKey));
    std::string upper(kKey);
    upper[9 + 10] = 'A';
    EXPECT_FALSE(IsWellFormedApiKey(upper));
    EXPECT_FALSE(IsWellFormedApiKey(kKey.substr(1)));
    EXPECT_FALSE(IsWellFormedApiKey(kKey.substr(0, kKey.size() - 1)));
    EXPECT_FALSE(IsWellFormedApiKey(std::string(kKey) + "0"));
    EXPECT_FALSE(IsWellFormedApiKey(" " + std::string(kKey)));
    EXPECT_FALSE(IsWellFormedApiKey("Fairlead_" + std::string(kKey.substr(9))));
    EXPECT_FALSE(IsWellFormedApiKey(""));
    EXPECT_FALSE(IsWellFormedApiKey("fairlead_"));
}

RC_GTEST_PROP(ApiKey, AMistypedDigitIsNoticed, ()) {
    std::string key(kKey);
    const auto at = *rc::gen::inRange<std::size_t>(9, key.size());
    const char digit = *rc::gen::elementOf(std::string("0123456789abcdef"));
    RC_PRE(key[at] != digit);
    key[at] = digit;
    RC_ASSERT(!IsWellFormedApiKey(key));
}

TEST(ApiKey, OnlyItsHashIsSearched) {
    EXPECT_EQ(ToHex(HashApiKey(kKey)), "573b0b53936f03554b809201a08bc9880a355061d89e82a7634e2954fff4dbb6");
}

TEST(ApiKey, TheFirstDigitsIdentifyAKeyForPeople) { EXPECT_EQ(DisplayPrefix(kKey), "fairlead_01234567"); }

}  // namespace
}  // namespace fairlead::access
