#include <atomic>
#include <thread>

#include "app/await.hpp"
#include "app/ports/login_records.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using access::LoginLimit;

constexpr Sql kCountedNames("SELECT count(*) FROM log_in_attempts");
constexpr Sql kKnownAddresses("SELECT count(*) FROM known_addresses");
constexpr Sql kLogIns("SELECT count(*) FROM audit_log WHERE action = 'user.logIn'");
constexpr access::LoginLimits kThreePerPair{.attempts_per_account_and_address = 3,
                                            .attempts_per_account = 6,
                                            .attempts_per_address = 5,
                                            .window_micros = 60 * kMicrosPerSecond};
constexpr Timestamp kStart{1'800'000'000'000'000};

Bytes16 Named(std::uint8_t kind, std::uint8_t account, std::uint8_t address) {
    return Bytes16{kind, account, address, 7};
}

// The names of an attempt at an account from an address.
app::LoginNames NamesFor(std::uint8_t account, std::uint8_t address) {
    return {Named(1, 0, address), Named(2, account, address), Named(3, account, 0)};
}

class LoginRecordsContract : public LedgerContract {
protected:
    static app::LoginVerdict Enter(app::Ledger& ledger, const app::LoginNames& names, Timestamp now = kStart,
                                   bool only_known = false) {
        const auto verdict = app::Await<app::LoginVerdict>([&](auto done) {
            ledger.logins().Enter(
                {.names = names, .limits = kThreePerPair, .only_known_address = only_known, .now = now},
                std::move(done));
        });
        EXPECT_TRUE(verdict) << verdict.error().message;
        return verdict.value_or(app::LoginVerdict{});
    }
    bool IsAllowed(const app::LoginNames& names, Timestamp now = kStart) { return !Enter(*ledger_, names, now).closed; }
    void TakeBack(const app::LoginNames& names) {
        EXPECT_TRUE(app::Await<Status>(
            [&](auto done) { ledger_->logins().TakeBack({names.begin(), names.end()}, std::move(done)); }));
    }
    app::AddressNews Remember(UserId user, const app::LoginNames& names, Timestamp at = kStart) {
        const auto news = app::Await<app::AddressNews>([&](auto done) {
            ledger_->logins().RememberAddress({owner_, user, names[access::IndexOf(LoginLimit::kAccountAtAddress)], at},
                                              std::move(done));
        });
        EXPECT_TRUE(news);
        return news.value_or(app::AddressNews::kKnown);
    }
    void DropOldCounts(Timestamp now) {
        EXPECT_TRUE(app::Await<Status>([&](auto done) { ledger_->logins().DropOldCounts(now, std::move(done)); }));
    }
    static Timestamp After(std::int64_t seconds) { return {kStart.micros + seconds * kMicrosPerSecond}; }

    const OperatorId owner_ = MakeOperator();
};

TEST_P(LoginRecordsContract, AnAddressIsNewUnlessItIsTheFirstOrWasUsedInTheLastNinetyDays) {
    using app::AddressNews;
    const UserId user = UserId::New();
    EXPECT_EQ(Remember(user, NamesFor(1, 1)), AddressNews::kFirst);
    EXPECT_EQ(Remember(user, NamesFor(1, 1), After(5)), AddressNews::kKnown);
    EXPECT_EQ(Remember(user, NamesFor(1, 2), After(6)), AddressNews::kNew);
    EXPECT_EQ(Remember(user, NamesFor(1, 2), After(7)), AddressNews::kKnown);
    EXPECT_EQ(Remember(UserId::New(), NamesFor(1, 3)), AddressNews::kFirst) << "another user";
    const Timestamp later{After(8).micros + app::kKnownAddressMicros};
    EXPECT_EQ(Remember(user, NamesFor(1, 1), later), AddressNews::kNew) << "it was forgotten";
}

TEST_P(LoginRecordsContract, AnAccountIsClosedToAnAddressUntilTheWindowEndsAlsoAfterARestart) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 1), After(i)));
    Reopen();
    const auto refused = Enter(*ledger_, NamesFor(1, 1), After(5));
    ASSERT_TRUE(refused.closed);
    EXPECT_EQ(refused.closed->limit, LoginLimit::kAccountAtAddress);
    EXPECT_EQ(refused.closed->until, After(60)) << "the first attempt began the window";
    EXPECT_TRUE(IsAllowed(NamesFor(1, 1), After(60)));
}

TEST_P(LoginRecordsContract, TheAddressIsCheckedFirstAndARefusedAttemptIsNotCounted) {
    for (std::uint8_t account = 1; account <= 5; ++account) EXPECT_TRUE(IsAllowed(NamesFor(account, 1)));
    const std::int64_t rows = Count(kCountedNames);
    for (std::uint8_t account = 1; account <= 20; ++account) {
        const auto refused = Enter(*ledger_, NamesFor(account, 1));
        ASSERT_TRUE(refused.closed);
        EXPECT_EQ(refused.closed->limit, LoginLimit::kAddress);
    }
    EXPECT_EQ(Count(kCountedNames), rows);
    EXPECT_TRUE(IsAllowed(NamesFor(1, 2)));
}

TEST_P(LoginRecordsContract, TheLastAttemptOfALimitIsMarked) {
    const std::array<bool, 3> nothing{};
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 1)).used_up, nothing);
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 1)).used_up, nothing);
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 1)).used_up, (std::array{false, true, false}));
    for (int i = 0; i < 2; ++i) Enter(*ledger_, NamesFor(1, 2));
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 2)).used_up, (std::array{false, true, true}));
}

TEST_P(LoginRecordsContract, AnAttemptIsTakenBackAndLeavesNoRow) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 1)));
    TakeBack(NamesFor(1, 1));
    EXPECT_TRUE(IsAllowed(NamesFor(1, 1)));
    EXPECT_FALSE(IsAllowed(NamesFor(1, 1)));
    for (int i = 0; i < 3; ++i) TakeBack(NamesFor(1, 1));
    EXPECT_EQ(Count(kCountedNames), 0);
    TakeBack(NamesFor(1, 1));
    EXPECT_EQ(Count(kCountedNames), 0);
}

TEST_P(LoginRecordsContract, ALogInForgetsTheAttemptsOfTheAccountAtTheAddress) {
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 1)));
    Remember(UserId::New(), NamesFor(1, 1));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 1)));
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 1)).closed->limit, LoginLimit::kAddress);
}

TEST_P(LoginRecordsContract, AttemptsOfTwoNodesAtOnceDoNotExceedALimit) {
    const auto other_node = GetParam() == "Postgres" ? place_->Open(metrics_) : nullptr;
    std::atomic<int> allowed = 0;
    {
        std::vector<std::jthread> nodes;
        for (int i = 0; i < 6; ++i) {
            app::Ledger* node = i % 2 == 0 || !other_node ? ledger_.get() : other_node.get();
            nodes.emplace_back([&, node] {
                for (int attempt = 0; attempt < 5; ++attempt) {
                    if (!Enter(*node, NamesFor(1, 1)).closed) ++allowed;
                }
            });
        }
    }
    EXPECT_EQ(allowed, 3);
}

TEST_P(LoginRecordsContract, AKnownAddressIsNotRefusedByTheLimitOfTheAccount) {
    Remember(UserId::New(), NamesFor(1, 9));
    for (std::uint8_t stranger = 1; stranger <= 2; ++stranger) {
        for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, stranger)));
    }
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 3)).closed->limit, LoginLimit::kAccount);
    const auto own = Enter(*ledger_, NamesFor(1, 9));
    EXPECT_TRUE(own.is_known_address);
    EXPECT_FALSE(own.closed);
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 9)));
    EXPECT_EQ(Enter(*ledger_, NamesFor(1, 9)).closed->limit, LoginLimit::kAccountAtAddress);
    EXPECT_FALSE(Enter(*ledger_, NamesFor(2, 9)).is_known_address) << "only of this account";
}

TEST_P(LoginRecordsContract, OnlyAKnownAddressIsCountedIfTheNodeSaysSo) {
    const auto stranger = Enter(*ledger_, NamesFor(1, 1), kStart, true);
    EXPECT_FALSE(stranger.is_known_address);
    EXPECT_FALSE(stranger.closed);
    EXPECT_EQ(Count(kCountedNames), 0);
    Remember(UserId::New(), NamesFor(1, 9));
    EXPECT_TRUE(Enter(*ledger_, NamesFor(1, 9), kStart, true).is_known_address);
    EXPECT_EQ(Count(kCountedNames), 2) << "the address, and the account at the address";
}

TEST_P(LoginRecordsContract, AUserHasTenKnownAddressesTheNewestOnes) {
    const UserId user = UserId::New();
    Remember(UserId::New(), NamesFor(2, 1));
    for (std::uint8_t address = 1; address <= 12; ++address) Remember(user, NamesFor(1, address), After(address));
    Remember(user, NamesFor(1, 3), After(20));
    Remember(user, NamesFor(1, 13), After(21));
    EXPECT_EQ(Count(kKnownAddresses), 11);
    EXPECT_TRUE(Enter(*ledger_, NamesFor(1, 3)).is_known_address);
    EXPECT_FALSE(Enter(*ledger_, NamesFor(1, 4)).is_known_address);
    EXPECT_TRUE(Enter(*ledger_, NamesFor(2, 1)).is_known_address);
}

TEST_P(LoginRecordsContract, AKnownAddressIsForgottenAfterNinetyDaysWithoutUse) {
    Remember(UserId::New(), NamesFor(1, 1));
    EXPECT_TRUE(Enter(*ledger_, NamesFor(1, 1), After(89 * 86'400)).is_known_address);
    EXPECT_FALSE(Enter(*ledger_, NamesFor(1, 1), After(91 * 86'400)).is_known_address);
}

TEST_P(LoginRecordsContract, OldCountsAreDropped) {
    EXPECT_TRUE(IsAllowed(NamesFor(1, 1)));
    EXPECT_TRUE(IsAllowed(NamesFor(2, 2), After(30)));
    DropOldCounts(After(59));
    EXPECT_EQ(Count(kCountedNames), 6);
    DropOldCounts(After(61));
    EXPECT_EQ(Count(kCountedNames), 3);
    DropOldCounts(After(91));
    EXPECT_EQ(Count(kCountedNames), 0);
}

TEST_P(LoginRecordsContract, ACountOfAWrongClockDoesNotCloseForLong) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(IsAllowed(NamesFor(1, 1), After(86'400)));
    EXPECT_TRUE(IsAllowed(NamesFor(1, 1), kStart)) << "it would end in a day";
}

TEST_P(LoginRecordsContract, EntriesAreInTheAuditLogOfTheOperator) {
    const app::AuditEntry entry{.actor = "user/1", .action = "user.logIn", .subject = "user/1", .after = "{}"};
    ASSERT_TRUE(
        app::Await<Status>([&](auto done) { ledger_->logins().AddAudit(owner_, {entry, entry}, std::move(done)); }));
    EXPECT_EQ(Count(kLogIns), 2);
}

INSTANTIATE_TEST_SUITE_P(Engines, LoginRecordsContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
