#include "app/accounts/login_guard.hpp"

#include <string>

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

// True if this number of attempts is allowed in a row.
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

TEST(LoginGuard, ManyAddressesTogetherAreLimited) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.2"), 0));
    EXPECT_TRUE(guard.Enter("ann", At("192.0.2.3"), 0));
}

TEST(LoginGuard, ASuccessRemovesOnlyItsOwnCount) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    guard.Succeeded("ann", At("192.0.2.1"));
    EXPECT_TRUE(Pass(guard, 1, "ann", At("192.0.2.1"), 0));
    EXPECT_FALSE(Pass(guard, 1, "ann", At("192.0.2.1"), 0));
}

TEST(LoginGuard, AnAddressIsClosedForAllAccounts) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 2, "ann", At("192.0.2.1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "bob", At("192.0.2.1"), 0));
    EXPECT_EQ(guard.Enter("cleo", At("192.0.2.1"), 0), 60);
    EXPECT_EQ(guard.Enter("cleo", At("192.0.2.9"), 0), std::nullopt);
}

TEST(LoginGuard, AnIpv6NetworkIsOneAddress) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 2, "ann", At("2001:db8::1"), 0));
    ASSERT_TRUE(Pass(guard, 3, "bob", At("2001:db8::2"), 0));
    EXPECT_TRUE(guard.Enter("cleo", At("2001:db8::ffff:3"), 0));
    EXPECT_FALSE(guard.Enter("cleo", At("2001:db8:0:1::1"), 0));
}

TEST(LoginGuard, InventedAccountsOfOneAddressLockNoOtherUserOut) {
    LoginGuard guard;
    for (int i = 0; i < 60'000; ++i) guard.Enter("made up " + std::to_string(i), At("192.0.2.66"), 0);
    EXPECT_TRUE(Pass(guard, 10, "ann", At("192.0.2.1"), 0));
    EXPECT_TRUE(Pass(guard, 10, "bob", At("192.0.2.2"), 0));
}

TEST(LoginGuard, ARefusedAttemptIsNotRemembered) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    ASSERT_TRUE(Pass(guard, 2, "bob", At("192.0.2.1"), 0));
    const std::size_t size = guard.size();
    EXPECT_EQ(size, 5U) << "one address, two accounts, and each account at the address";
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(guard.Enter("made up " + std::to_string(i), At("192.0.2.1"), 0));
    EXPECT_EQ(guard.size(), size);
}

TEST(LoginGuard, AttemptsFromAClosedAddressDoNotCountForTheAccount) {
    LoginGuard guard(kLimits);
    for (const auto& closed : {At("192.0.2.66"), At("192.0.2.67")}) {
        for (int i = 0; i < 5; ++i) guard.Enter("made up " + std::to_string(i), closed, 0);
        ASSERT_FALSE(Pass(guard, 3, "ann", closed, 0));
    }
    EXPECT_TRUE(Pass(guard, 3, "ann", At("192.0.2.1"), 0));
    EXPECT_TRUE(Pass(guard, 3, "ann", At("192.0.2.2"), 0));
}

TEST(LoginGuard, AFullTableLocksNoUserOut) {
    LoginLimits few = kLimits;
    few.entries_max = 3;
    LoginGuard guard(few);
    for (int i = 0; i < 200; ++i) {
        guard.Enter("made up " + std::to_string(i), At("192.0.2." + std::to_string(1 + i)), 0);
    }
    EXPECT_EQ(guard.size(), 9U) << "three counts of each kind";
    EXPECT_TRUE(Pass(guard, 3, "ann", At("198.51.100.1"), 0));
    EXPECT_TRUE(guard.Enter("ann", At("198.51.100.1"), 0))
        << "attempts at ann's account are also counted in a full table";
}

TEST(LoginGuard, ManyInventedAccountsDoNotOpenAClosedAddress) {
    LoginLimits few = kLimits;
    few.entries_max = 10;
    LoginGuard guard(few);
    for (int address = 1; address <= 10; ++address) {
        const std::string at = std::to_string(address);
        for (int i = 0; i < 5; ++i) guard.Enter(at + " made up " + std::to_string(i), At("192.0.2." + at), 0);
    }
    for (int address = 1; address <= 10; ++address) {
        EXPECT_TRUE(guard.Enter("ann", At("192.0.2." + std::to_string(address)), 0)) << address;
    }
}

TEST(LoginGuard, ASuccessLeavesNoCount) {
    LoginGuard guard(kLimits);
    ASSERT_TRUE(Pass(guard, 1, "ann", At("192.0.2.1"), 0));
    guard.Succeeded("ann", At("192.0.2.1"));
    EXPECT_EQ(guard.size(), 0U);
}

}  // namespace
}  // namespace fairlead::app
