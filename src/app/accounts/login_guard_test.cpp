#include "app/accounts/login_guard.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kSecond = 1'000'000;
constexpr LoginLimits kLimits{.attempts_per_account_and_address = 3,
                              .attempts_per_account = 6,
                              .attempts_per_address = 5,
                              .window_micros = 60 * kSecond,
                              .entries_max = 100};

IpAddress At(std::string_view text) { return *IpAddress::Parse(text); }

// Whether so many attempts pass one after the other.
bool Pass(LoginGuard& guard, int attempts, std::string_view account, const IpAddress& client, std::int64_t now) {
    for (int i = 0; i < attempts; ++i) {
        if (guard.Enter(account, client, now)) return false;
    }
    return true;
}

TEST(LoginGuard, AnAccountIsClosedForAnAddressUntilTheWindowEnds) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 10 * kSecond));
    EXPECT_EQ(guard.Enter("ann", At("192.0.2.1"), 20 * kSecond), 50);
    EXPECT_EQ(guard.Enter("ann", At("192.0.2.1"), 70 * kSecond), std::nullopt);
}

TEST(LoginGuard, AStrangerDoesNotLockTheOwnerOut) {
    LoginGuard guard(kLimits);
    ASSERT_FALSE(Pass(guard, 100, "ann", At("192.0.2.66"), 0));
    EXPECT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
}

TEST(LoginGuard, ManyAddressesTogetherAreStoppedToo) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.2"), 0));
    EXPECT_TRUE(guard.Enter("ann", At("192.0.2.3"), 0));
}

TEST(LoginGuard, ASuccessTakesBackOnlyWhatItHasCountedItself) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    guard.Succeeded("ann", At("192.0.2.1"));
    EXPECT_TRUE(Pass(guard, 1, "ann", At("192.0.2.1"), 0));
    EXPECT_FALSE(Pass(guard, 1, "ann", At("192.0.2.1"), 0));
}

TEST(LoginGuard, AnAddressIsClosedWhateverAccountsItTries) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 2, "ann", At("192.0.2.1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "bob", At("192.0.2.1"), 0));
    EXPECT_EQ(guard.Enter("cleo", At("192.0.2.1"), 0), 60);
    EXPECT_EQ(guard.Enter("cleo", At("192.0.2.9"), 0), std::nullopt);
}

TEST(LoginGuard, ANetworkOfVersionSixIsOneAddress) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 2, "ann", At("2001:db8::1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "bob", At("2001:db8::2"), 0));
    EXPECT_TRUE(guard.Enter("cleo", At("2001:db8::ffff:3"), 0));
    EXPECT_FALSE(guard.Enter("cleo", At("2001:db8:0:1::1"), 0));
}

TEST(LoginGuard, AFloodOfNamesSharesOneCountAndIsForgottenWithItsWindow) {
    LoginLimits few = kLimits;
    few.entries_max = 3;
    LoginGuard guard(few);
    ASSERT_TRUE(Pass(guard, 1, "a", At("192.0.2.1"), 0));
    // Each further attempt counts three times at the same place.
    EXPECT_FALSE(Pass(guard, 2, "b", At("192.0.2.2"), 0));
    EXPECT_TRUE(Pass(guard, 1, "b", At("192.0.2.2"), 60 * kSecond));
}

}  // namespace
}  // namespace fairlead::app
