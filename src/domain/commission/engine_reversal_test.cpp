#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// A player leaves its affiliate because it is reassigned.
class LeavingAnAffiliate : public testing::Test, protected WorkedCase {
protected:
    // 5 % of what affiliate 1 earns, in another currency.
    void ParentGetsPounds() {
        AddDeal({.id = Nth<DealId>(2)});
        AddVersion({.deal = 2}, {.currency = Cur("GBP"), .sub_affiliate = SubAffiliateTerms{Dec("5")}});
        SetAffiliate(2, {2});
        SetAffiliate(1, {1}, 2);
    }
};

TEST_F(LeavingAnAffiliate, EveryAccrualOfThePlayerIsTakenBack) {
    Under({.cpa = CpaTerms{.amount = Dec("100")},
           .rev_share = RevShareTerms{.rate = Dec("20")},
           .cpl = CplTerms{Dec("5")}});
    Register();
    FirstDeposit("50");
    Ngr("200");
    EXPECT_EQ(Earned(), "5, 100, 40");
    Leave();
    EXPECT_EQ(Earned(), "-5, -100, -40");
}

TEST_F(LeavingAnAffiliate, AReversalHasTheNumberOfTheReversedAccrual) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    const Accrual before = OnlyAccrual();
    Leave();
    const Accrual reversal = OnlyAccrual();
    EXPECT_EQ(reversal.reverses, before.number);
    EXPECT_EQ(reversal.reason, Reason::kReassigned);
    EXPECT_EQ(reversal.event_seq, before.event_seq);
    EXPECT_EQ(reversal.period, before.period);
}

TEST_F(LeavingAnAffiliate, AReversalIsBookedInTheEarliestOpenMonth) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    EXPECT_EQ(Earned(), "5");
    Close("2026-03");
    Leave();
    const Accrual reversal = OnlyAccrual();
    EXPECT_EQ(reversal.period, Month("2026-04"));
    EXPECT_TRUE(reversal.late);
}

TEST_F(LeavingAnAffiliate, TheCommissionOfOtherPlayersStays) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register({.player = 1});
    Register({.player = 2});
    EXPECT_EQ(Earned(), "5, 5");
    Leave(1);
    EXPECT_EQ(Earned(), "-5");
}

TEST_F(LeavingAnAffiliate, TheBaseFallsAndWithItTheTierOfOtherPlayers) {
    Under({.rev_share =
               RevShareTerms{.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = TierMode::kWhole}});
    for (const int player : {1, 2}) Register({.player = player});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(), "2250, 1050");
    Leave(2);
    EXPECT_EQ(Earned(), "-1050") << "9000 at 25 % are left";
    Leave(1);
    EXPECT_EQ(Earned(), "-2250");
}

TEST_F(LeavingAnAffiliate, ThePositionIsFreeForTheNextPlayer) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .monthly_cap = 1}});
    for (const int player : {1, 2}) Register({.player = player});
    FirstDeposit("50", {.player = 1});
    Leave(1);
    EXPECT_EQ(Earned(), "100, -100");
    FirstDeposit("50", {.player = 2});
    EXPECT_EQ(Earned(), "100") << "the first of the month again";
}

TEST_F(LeavingAnAffiliate, TheParentsShareIsTakenBackToo) {
    Under({.cpl = CplTerms{Dec("20")}});
    ParentGetsPounds();
    SetRate("2026-02-28", "EUR", "GBP", "0.85");
    Register();
    EXPECT_EQ(Earned(2), "0.85");
    SetRate("2026-03-01", "EUR", "GBP", "0.5");
    Leave();
    EXPECT_EQ(Earned(2), "-0.85") << "with the rate of the share, not with a later one";
}

TEST_F(LeavingAnAffiliate, AParentsShareThatWaitsForARateGoesWithItsAccrual) {
    Under({.cpl = CplTerms{Dec("20")}});
    ParentGetsPounds();
    Register();
    ASSERT_EQ(Unpriced().size(), 1U);
    Leave();
    EXPECT_TRUE(Unpriced().empty());
}

// The player earned 900 and takes 1350 along, because the others fall below the tier.
TEST_F(LeavingAnAffiliate, AParentsShareWaitsOnWithThatOfAReversalOfAnotherAmount) {
    RevShareTerms share{.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    Under({.rev_share = share});
    ParentGetsPounds();
    for (const int player : {1, 2}) Register({.player = player});
    Ngr("3600", {.player = 1});
    Ngr("9000", {.player = 2});
    Leave(1);
    EXPECT_EQ(Earned(1), "900, 2880, -1530");
    ASSERT_EQ(Unpriced().size(), 3U);
    Leave(1);
    EXPECT_EQ(Unpriced().size(), 3U);
    SetRate("2026-02-28", "EUR", "GBP", "0.5");
    Resolve();
    EXPECT_EQ(Earned(2), "22.5, 72, -38.25")
        << "5 % of half of it: the parent gets its share of the 2250 that are left";
}

TEST_F(LeavingAnAffiliate, APlayerThatQualifiedBeforeAnyVersionCountedItIsNotTakenOutOfTheCount) {
    const CpaTerms cpa{.amount = Dec("100")};
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({}, {.cpa = cpa});
    SetAffiliate(1, {1});
    Register({.player = 1});
    FirstDeposit("20", {.player = 1});
    RevShareTerms share{.rate = Dec("25"), .tiers = {{.from = Dec("2"), .rate = Dec("30")}}};
    share.tier_mode = TierMode::kWhole;
    share.tier_by = TierBy::kQualifiedPlayers;
    AddVersion({.number = 2, .from = "2026-03-02"}, {.cpa = cpa, .rev_share = share});
    for (const int player : {2, 3}) {
        Register({.player = player, .on = "2026-03-03"});
        FirstDeposit("20", {.player = player, .on = "2026-03-04"});
    }
    Ngr("1000", {.player = 2, .on = "2026-03-05"});
    EXPECT_EQ(Earned(), "100, 100, 100, 300");
    Leave(1);
    EXPECT_EQ(Earned(), "-100") << "two players are counted, as before";
    Leave(3);
    EXPECT_EQ(Earned(), "-100, -50");
}

TEST_F(LeavingAnAffiliate, APlayerThatLeavesTwiceIsReversedOnce) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    Leave();
    EXPECT_EQ(Earned(), "5, -5");
    Leave();
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(LeavingAnAffiliate, AClawbackIsReversedWithItsAccrual) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    Register();
    FirstDeposit("50");
    Chargeback("50");
    EXPECT_EQ(Earned(), "100, -100");
    Leave();
    EXPECT_EQ(Earned(), "-100, 100") << "the sum stays zero";
}

TEST_F(LeavingAnAffiliate, AnAccrualUnderAMissingVersionIsABug) {
    Under({.cpl = CplTerms{Dec("5")}});
    const Player player{.id = Nth<PlayerId>(1), .affiliate = Nth<AffiliateId>(1)};
    std::vector<Accrual> accruals{{.number = 1, .affiliate = player.affiliate, .deal = Nth<DealId>(1), .version = 2}};
    accruals.front().rev_share = RevShareSeen{{}, {Dec("100"), {}}};
    PlayerState state;
    EXPECT_THROW(engine_.Leave(player, state, accruals, {}), MissingReference);
    accruals.front().version = 1;
    EXPECT_DEATH(engine_.Leave(player, state, accruals, {}), "only terms with RevShare");
}

TEST_F(LeavingAnAffiliate, AQualifiedPlayerWithoutADealOrPositionIsABug) {
    Under({.cpa = CpaTerms{.amount = Dec("100")}});
    const Player player{.id = Nth<PlayerId>(1), .affiliate = Nth<AffiliateId>(1)};
    PlayerState state{
        .cpa = CpaStanding::kQualified, .cpa_version = 1, .cpa_period = Month("2026-03"), .cpa_position = 1};
    EXPECT_DEATH(engine_.Leave(player, state, {}, {}), "a player that has qualified has a deal");
    state.deal = Nth<DealId>(1);
    EXPECT_THROW(engine_.Leave(player, state, {}, {}), MissingReference);
}

class ReversalByHand : public testing::Test, protected WorkedCase {
protected:
    // A player earns a CPA of 100 for the first affiliate, and 5 for its parent, the second one.
    void QualifyUnderAParent() {
        AddDeal({.id = Nth<DealId>(1)});
        AddVersion({}, {.cpa = CpaTerms{.amount = Dec("100")}});
        AddDeal({.id = Nth<DealId>(2)});
        AddVersion({.deal = 2}, {.sub_affiliate = SubAffiliateTerms{Dec("5")}});
        SetAffiliate(2, {2});
        SetAffiliate(1, {1}, 2);
        Register();
        FirstDeposit("20");
    }
};

TEST_F(ReversalByHand, AddsTheOppositeAndLeavesTheBase) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30")}});
    Register();
    Ngr("100");
    const Accrual accrual = OnlyAccrual();
    ReverseByHand(accrual);
    const Accrual reversal = OnlyAccrual();
    EXPECT_EQ(reversal.amount.amount, Dec("-30"));
    EXPECT_EQ(reversal.base, Dec("-100"));
    EXPECT_EQ(reversal.reason, Reason::kReversed);
    EXPECT_EQ(reversal.reverses, accrual.number);
    EXPECT_EQ(reversal.period, Month("2026-03"));
    Ngr("100");
    EXPECT_EQ(Earned(), "30");
}

TEST_F(ReversalByHand, BelongsToTheEarliestOpenPeriod) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30")}});
    Register();
    Ngr("100");
    const Accrual accrual = OnlyAccrual();
    Close("2026-03");
    ReverseByHand(accrual);
    const Accrual reversal = OnlyAccrual();
    EXPECT_EQ(reversal.period, Month("2026-04"));
    EXPECT_TRUE(reversal.late);
}

TEST_F(ReversalByHand, AReversedCpaIsNotTakenBackAgainAndNotReRated) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .tiers = {{2, Dec("120")}}, .tier_mode = TierMode::kWhole}});
    Register({.player = 1});
    Register({.player = 2});
    FirstDeposit("20", {.player = 1});
    ReverseByHand(OnlyAccrual());
    EXPECT_EQ(Earned(), "-100");
    FirstDeposit("20", {.player = 2});
    EXPECT_EQ(Earned(), "120") << "the first player keeps 0";
    Chargeback("20", {.player = 1});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ReversalByHand, TakesTheSharesOfParentsBack) {
    QualifyUnderAParent();
    const Accrual accrual = OnlyAccrual();
    ReverseByHand(accrual);
    EXPECT_EQ(Earned(2), "5, -5");
}

// A parent whose share of the only accrual is reversed by hand.
class ReversedShare : public ReversalByHand {
protected:
    void SetUp() override {
        QualifyUnderAParent();
        accrual_ = OnlyAccrual();
        ReverseByHand(OnlyAccrual(2));
        EXPECT_EQ(Earned(2), "-5");
    }
    Accrual accrual_;
};

TEST_F(ReversedShare, IsNotTakenBackAgainWithTheAccrual) {
    ReverseByHand(accrual_);
    EXPECT_EQ(Earned(2), "nothing");
}

TEST_F(ReversedShare, StaysReversedWhenThePlayerLeaves) {
    Leave();
    EXPECT_EQ(Earned(2), "-5, 5");
}

TEST_F(ReversedShare, StaysReversedWhenThePlayerOfAReversedAccrualLeaves) {
    ReverseByHand(accrual_);
    Leave();
    EXPECT_EQ(Earned(2), "-5, 5");
}

TEST_F(ReversalByHand, APlayerThatLeavesAfterAReversalLeavesNothingBehind) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30")}});
    Register();
    Ngr("100");
    ReverseByHand(OnlyAccrual());
    (void)Earned();
    Leave();
    EXPECT_EQ(Earned(), "-30, 30");
}

}  // namespace
}  // namespace fairlead::commission
