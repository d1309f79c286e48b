#include "app/accounts/login_log.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "app/accounts/recorded_logins.hpp"

namespace fairlead::app {
namespace {

const IpAddress kSomewhere = *IpAddress::Parse("192.0.2.1");
constexpr LoginLog::UsedUp kNothing{};
constexpr LoginLog::UsedUp kAccountAtAddress{false, true, false};
constexpr LoginLogLimits kFewEntries{.entries_max = 3, .window_micros = 60 * kMicrosPerSecond, .waiting_max = 4};

class LogOfLogins : public testing::Test {
protected:
    void Fail(UserId user, const LoginLog::UsedUp& used_up = kNothing, std::int64_t now = 0) {
        const LoginAccount account{owner_, user};
        log_.Failed(std::span(&account, 1), kSomewhere, "invalid_credentials", used_up, now);
    }
    std::vector<std::string> Actions() {
        std::vector<std::string> actions;
        for (const AuditEntry& entry : records_.audit[owner_]) actions.push_back(entry.action);
        return actions;
    }
    // A member of what the entry says.
    boost::json::value Said(std::size_t entry, std::string_view member) {
        return boost::json::parse(records_.audit[owner_].at(entry).after).at(member);
    }

    const OperatorId owner_ = OperatorId::New();
    const UserId user_ = UserId::New();
    RecordedLogins records_;
    telemetry::Metrics metrics_;
    LoginLog log_{records_, metrics_, kFewEntries};
};

TEST_F(LogOfLogins, ALogInNamesUserAddressAndSecondFactor) {
    bool is_done = false;
    log_.Succeeded({owner_, user_}, kSomewhere, "oneTimeCode", false, [&] { is_done = true; });
    EXPECT_TRUE(is_done);
    ASSERT_EQ(Actions(), std::vector<std::string>{"user.logIn"});
    EXPECT_EQ(records_.audit[owner_][0].actor, "user/" + user_.ToString());
    EXPECT_EQ(records_.audit[owner_][0].subject, "user/" + user_.ToString());
    EXPECT_EQ(Said(0, "address"), "192.0.2.1");
    EXPECT_EQ(Said(0, "secondFactor"), "oneTimeCode");
    EXPECT_EQ(metrics_.log_ins_succeeded.Value(), 1);
}

TEST_F(LogOfLogins, ALogInFromANewAddressIsMarked) {
    log_.Succeeded({owner_, user_}, kSomewhere, "none", false, [] {});
    log_.Succeeded({owner_, user_}, kSomewhere, "none", true, [] {});
    EXPECT_EQ(records_.audit[owner_][0].after.find("newAddress"), std::string::npos);
    EXPECT_EQ(Said(1, "newAddress"), true);
}

TEST_F(LogOfLogins, TheFirstFailureOfAUserIsAnEntryAndTheOthersAreSummed) {
    for (int i = 0; i < 10; ++i) Fail(user_);
    EXPECT_EQ(Actions(), std::vector<std::string>{"user.logInFailed"});
    EXPECT_EQ(records_.audit[owner_][0].actor, "anonymous");
    EXPECT_EQ(Said(0, "reason"), "invalid_credentials");
    log_.WriteSums(30 * kMicrosPerSecond);
    EXPECT_EQ(Actions().size(), 1U) << "the window has not ended";
    log_.WriteSums(61 * kMicrosPerSecond);
    ASSERT_EQ(Actions(), (std::vector<std::string>{"user.logInFailed", "user.logInFailures"}));
    EXPECT_EQ(Said(1, "failures"), 9);
    EXPECT_EQ(metrics_.log_ins_failed.Value(), 10);
}

TEST_F(LogOfLogins, ALockOutIsAnEntry) {
    Fail(user_);
    Fail(user_, kAccountAtAddress);
    ASSERT_EQ(Actions(), (std::vector<std::string>{"user.logInFailed", "user.lockOut"}));
    EXPECT_EQ(Said(1, "limit"), "accountAtAddress");
    EXPECT_EQ(metrics_.accounts_locked_at_address.Value(), 1);
}

TEST_F(LogOfLogins, AFloodAtManyAccountsWritesABoundedNumberOfEntries) {
    for (int i = 0; i < 1000; ++i) Fail(UserId::New(), kAccountAtAddress);
    EXPECT_EQ(Actions().size(), 6U) << "three failures and three lock-outs";
    log_.WriteSums(61 * kMicrosPerSecond);
    ASSERT_EQ(Actions().size(), 7U);
    EXPECT_EQ(Said(6, "failures"), 997);
    EXPECT_EQ(Said(6, "lockOuts"), 997);
}

TEST_F(LogOfLogins, ANewWindowHasNewEntries) {
    Fail(user_);
    log_.WriteSums(61 * kMicrosPerSecond);
    Fail(user_, kNothing, 62 * kMicrosPerSecond);
    EXPECT_EQ(Actions(), (std::vector<std::string>{"user.logInFailed", "user.logInFailed"}));
}

TEST_F(LogOfLogins, AttemptsAtNoAccountAreOnlyCounted) {
    log_.Failed({}, kSomewhere, "invalid_credentials", {true, false, false}, 0);
    EXPECT_TRUE(records_.audit.empty());
    EXPECT_EQ(metrics_.log_ins_failed.Value(), 1);
    EXPECT_EQ(metrics_.addresses_locked_out.Value(), 1);
}

TEST_F(LogOfLogins, EntriesWaitForTheLedger) {
    records_.is_down = true;
    bool is_done = false;
    log_.Succeeded({owner_, user_}, kSomewhere, "none", false, [&] { is_done = true; });
    for (int i = 0; i < 10; ++i) Fail(UserId::New());
    EXPECT_TRUE(is_done) << "the log-in does not wait";
    log_.WriteSums(1);
    EXPECT_TRUE(Actions().empty());
    records_.is_down = false;
    log_.WriteSums(1);
    EXPECT_EQ(Actions(),
              (std::vector<std::string>{"user.logIn", "user.logInFailed", "user.logInFailed", "user.logInFailed"}));
}

TEST_F(LogOfLogins, TheEndWritesTheSums) {
    for (int i = 0; i < 3; ++i) Fail(user_);
    log_.Stop();
    EXPECT_EQ(Actions(), (std::vector<std::string>{"user.logInFailed", "user.logInFailures"}));
}

}  // namespace
}  // namespace fairlead::app
