#include "app/accounts/shared_login_guard.hpp"

#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/accounts/recorded_logins.hpp"

namespace fairlead::app {
namespace {

constexpr LoginLimits kFewAttempts{.attempts_per_account_and_address = 3,
                                   .attempts_per_account = 6,
                                   .attempts_per_address = 5,
                                   .window_micros = 60 * kMicrosPerSecond,
                                   .entries_max = 100};
const Bytes32 kSharedKey{1, 2, 3};

IpAddress From(std::string_view text) { return *IpAddress::Parse(text); }

LoginNames NamesAt(std::string_view account, std::string_view client) {
    return LoginGuard(kFewAttempts, kSharedKey).NamesOf(account, From(client));
}

class SharedGuard : public testing::Test {
protected:
    static std::expected<LoginTicket, LoginClosed> Enter(SharedLoginGuard& guard, std::string_view account,
                                                         std::string_view client) {
        std::expected<LoginTicket, LoginClosed> entered;
        guard.Enter(account, From(client), [&](const auto& answer) { entered = answer; });
        return entered;
    }
    // How many of these attempts are allowed.
    static int Allowed(SharedLoginGuard& guard, int attempts, std::string_view account, std::string_view client) {
        int allowed = 0;
        for (int i = 0; i < attempts; ++i) allowed += Enter(guard, account, client).has_value() ? 1 : 0;
        return allowed;
    }
    void LogIn(SharedLoginGuard& guard, std::string_view account, std::string_view client) {
        const auto ticket = Enter(guard, account, client);
        ASSERT_TRUE(ticket);
        guard.TakeBack(*ticket);
        guard.RememberAddress(account, From(client), owner_, user_, [](AddressNews) {});
    }

    const OperatorId owner_ = OperatorId::New();
    const UserId user_ = UserId::New();
    RecordedLogins records_;
    SharedLoginGuard here_{records_, kSharedKey, kFewAttempts};
    SharedLoginGuard there_{records_, kSharedKey, kFewAttempts};
};

TEST_F(SharedGuard, NodesAllowAsManyAttemptsTogetherAsOneNode) {
    EXPECT_EQ(Allowed(here_, 2, "ann", "192.0.2.1"), 2);
    EXPECT_EQ(Allowed(there_, 2, "ann", "192.0.2.1"), 1);
    const auto refused = Enter(here_, "ann", "192.0.2.1");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().limit, access::LoginLimit::kAccountAtAddress);
    EXPECT_GT(refused.error().wait_seconds, 50);
}

TEST_F(SharedGuard, ALimitOfAllNodesIsRememberedHere) {
    EXPECT_EQ(Allowed(here_, 3, "ann", "192.0.2.1"), 3);
    EXPECT_EQ(Allowed(there_, 1, "ann", "192.0.2.1"), 0);
    const int asked = records_.entered;
    EXPECT_EQ(Allowed(there_, 100, "ann", "192.0.2.1"), 0);
    EXPECT_EQ(records_.entered, asked) << "the records are not asked again";
}

TEST_F(SharedGuard, ARefusedAttemptIsCountedNowhere) {
    EXPECT_EQ(Allowed(here_, 3, "ann", "192.0.2.1"), 3);
    EXPECT_EQ(Allowed(there_, 50, "ann", "192.0.2.1"), 0);
    EXPECT_EQ(records_.CountOf(NamesAt("ann", "192.0.2.1"), access::LoginLimit::kAddress), 3);
    EXPECT_EQ(Allowed(there_, 3, "bob", "192.0.2.1"), 2) << "the address had three attempts of five";
}

TEST_F(SharedGuard, ARightPasswordTakesItsAttemptBackEverywhere) {
    for (int i = 0; i < 20; ++i) LogIn(i % 2 == 0 ? here_ : there_, "ann", "192.0.2.1");
    EXPECT_TRUE(records_.counts.empty());
}

TEST_F(SharedGuard, AnOutageOfTheRecordsDoesNotOpenTheGuard) {
    records_.is_down = true;
    EXPECT_EQ(Allowed(here_, 10, "ann", "192.0.2.1"), 3);
    EXPECT_EQ(Allowed(here_, 10, "bob", "192.0.2.1"), 2);
    EXPECT_EQ(Allowed(here_, 10, "ann", "192.0.2.2"), 3);
    EXPECT_EQ(Allowed(here_, 10, "ann", "192.0.2.3"), 0);
    records_.is_down = false;
    EXPECT_EQ(Allowed(here_, 10, "ann", "192.0.2.1"), 0) << "the counts of the outage stay in force";
}

TEST_F(SharedGuard, StrangersDoNotLockTheOwnerOutOfAKnownAddress) {
    LogIn(here_, "ann", "192.0.2.1");
    EXPECT_EQ(Allowed(here_, 10, "ann", "198.51.100.1"), 3);
    EXPECT_EQ(Allowed(there_, 10, "ann", "198.51.100.2"), 3);
    EXPECT_EQ(Allowed(there_, 10, "ann", "198.51.100.3"), 0) << "the account is closed to strangers";
    EXPECT_EQ(Allowed(here_, 1, "ann", "192.0.2.1"), 1);
    EXPECT_EQ(Allowed(there_, 1, "ann", "192.0.2.1"), 1);
}

TEST_F(SharedGuard, AKnownAddressHasItsOwnLimit) {
    LogIn(here_, "ann", "192.0.2.1");
    EXPECT_EQ(Allowed(here_, 10, "ann", "192.0.2.1"), 3);
    EXPECT_EQ(records_.CountOf(NamesAt("ann", "192.0.2.1"), access::LoginLimit::kAccount), 0)
        << "it does not close the account to others";
    EXPECT_EQ(Allowed(here_, 10, "ann", "198.51.100.1"), 3);
}

TEST_F(SharedGuard, AnAddressIsKnownForOneAccountOnly) {
    LogIn(here_, "ann", "192.0.2.1");
    for (const auto* stranger : {"198.51.100.1", "198.51.100.2"}) EXPECT_EQ(Allowed(here_, 9, "bob", stranger), 3);
    EXPECT_EQ(Allowed(here_, 9, "bob", "192.0.2.1"), 0);
}

TEST_F(SharedGuard, StrangersAtAClosedAccountRarelyAskTheRecords) {
    for (const auto* stranger : {"198.51.100.1", "198.51.100.2"}) EXPECT_EQ(Allowed(here_, 3, "ann", stranger), 3);
    const int asked = records_.entered;
    EXPECT_EQ(Allowed(here_, 1000, "ann", "198.51.100.3"), 0);
    EXPECT_LE(records_.entered, asked + 2);
}

TEST_F(SharedGuard, TheLastAttemptOfALimitIsMarked) {
    const auto at = access::IndexOf(access::LoginLimit::kAccountAtAddress);
    EXPECT_FALSE(Enter(here_, "ann", "192.0.2.1")->used_up[at]);
    EXPECT_FALSE(Enter(there_, "ann", "192.0.2.1")->used_up[at]);
    EXPECT_TRUE(Enter(here_, "ann", "192.0.2.1")->used_up[at]);
}

}  // namespace
}  // namespace fairlead::app
