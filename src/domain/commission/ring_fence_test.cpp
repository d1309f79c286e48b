#include "domain/commission/ring_fence.hpp"

#include <gtest/gtest.h>

#include "domain/commission/period_end.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class RingFence : public testing::Test, protected WorkedCase {
protected:
    static RevShareTerms Fenced(FenceWhen when = FenceWhen::kAlways) {
        return {.rate = Dec("30"), .negative = {.high_roller = HighRollerTerms{Dec("5000"), when}}};
    }
    static WatchedPlayer Player(std::string_view ngr, std::string_view owed = "0") {
        return {Nth<PlayerId>(1), Nth<BrandId>(1), {.ngr = Dec(ngr)}, Dec(owed)};
    }
    static GroupState Group(std::string_view ngr, const WatchedPlayer& player) {
        GroupState group;
        group.sums.ngr = Dec(ngr);
        group.watched = {player};
        return group;
    }
};

TEST_F(RingFence, APlayerExactlyAtTheLimitIsFenced) {
    EXPECT_EQ(CountedIn(Fenced(), Group("-5000", Player("-5000")), 2).whole.ngr, Dec("0"));
    EXPECT_EQ(CountedIn(Fenced(), Group("-4999.99", Player("-4999.99")), 2).whole.ngr, Dec("-4999.99"));
}

TEST_F(RingFence, RevenueSettlesAtMostWhatIsOwed) {
    const auto counted = CountedIn(Fenced(), Group("900", Player("900", "-300")), 2);
    EXPECT_EQ(counted.whole.opening, Dec("-300"));
    ASSERT_EQ(counted.players.size(), 1U);
    EXPECT_EQ(counted.players.front().owed, Dec("0"));
}

TEST_F(RingFence, AFenceForNegativeBasesLooksAtTheWholeBase) {
    const auto terms = Fenced(FenceWhen::kAffiliateNegative);
    EXPECT_EQ(CountedIn(terms, Group("-3000", Player("-8000")), 2).whole.ngr, Dec("5000"));
    EXPECT_EQ(CountedIn(terms, Group("0", Player("-8000")), 2).whole.ngr, Dec("0")) << "the base is not below zero";
}

TEST_F(RingFence, APlayerIsWatchedWhileItOwesOrLostMuch) {
    GroupState group;
    WatchPlayer(Fenced(), 2, Player("-100"), group);
    EXPECT_TRUE(group.watched.empty());
    WatchPlayer(Fenced(), 2, Player("-6000"), group);
    ASSERT_EQ(group.watched.size(), 1U);
    WatchPlayer(Fenced(), 2, Player("100", "-50"), group);
    ASSERT_EQ(group.watched.size(), 1U);
    EXPECT_EQ(group.watched.front().owed, Dec("-50"));
    WatchPlayer(Fenced(), 2, Player("100", "50"), group);
    EXPECT_TRUE(group.watched.empty());
}

TEST_F(RingFence, AWatchedPlayerSurvivesTheRecord) {
    GroupState group = Group("-8000", Player("-8000", "-10"));
    group.openings = {{Month("2026-02"), Dec("-40")}};
    group.sums.opening = Dec("-40");
    GroupState read;
    ASSERT_TRUE(DecodeGroup(EncodeGroup(group), read));
    EXPECT_EQ(read, group);
    PlayerState state;
    state.revenue = {{Month("2026-03"), 2, {.ngr = Dec("-8000")}}};
    EXPECT_EQ(DecodePlayerState(EncodePlayerState(state)), state);
}

TEST_F(RingFence, AnAccrualSaysWhatWasLeftOut) {
    Accrual accrual;
    accrual.rev_share = RevShareSeen{.before = {}, .after = {.ngr = Dec("-8000")}};
    accrual.rev_share->after.opening = Dec("-3");
    accrual.rev_share->fenced_after = {.ngr = Dec("-8000")};
    Accrual read;
    ASSERT_TRUE(DecodeSeen(EncodeSeen(accrual), read));
    EXPECT_EQ(read.rev_share, accrual.rev_share);
    EXPECT_EQ(read.rev_share->CountedAfter().ngr, Dec("0"));
}

}  // namespace
}  // namespace fairlead::commission
