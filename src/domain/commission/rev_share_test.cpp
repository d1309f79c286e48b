#include "domain/commission/rev_share.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class RevShareRules : public testing::Test, protected WorkedCase {
protected:
    // 25 %, 30 % from 10000 and 35 % from 50000.
    static RevShareTerms Ladder(TierMode mode) {
        return {.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}, {Dec("50000"), Dec("35")}}, .tier_mode = mode};
    }
    static std::string EarnedOnBase(const RevShareTerms& terms, std::string_view base) {
        return EarnedOn(terms, Dec(base)).ToString();
    }
    static std::string BaseFor(const RevShareTerms& terms, std::string_view ngr, std::string_view chargebacks) {
        return BaseOf(terms, {Dec(ngr), Dec(chargebacks)}).ToString();
    }
};

// The base.

TEST_F(RevShareRules, TheAdminFeeReducesTheRevenueButNotChargebacks) {
    const RevShareTerms terms{.rate = Dec("30"), .admin_fee_percent = Dec("10")};
    EXPECT_EQ(BaseFor(terms, "1000", "0"), "900");
    EXPECT_EQ(BaseFor(terms, "1000", "100"), "800") << "900 - 100";
}

TEST_F(RevShareRules, TheRevenueAfterTheFeeIsRoundedToTheEighthDigitHalfToEven) {
    const RevShareTerms terms{.rate = Dec("30"), .admin_fee_percent = Dec("50")};
    EXPECT_EQ(BaseFor(terms, "0.00000001", "0"), "0") << "half of it is 0.5 units, and 0 is even";
    EXPECT_EQ(BaseFor(terms, "0.00000003", "0"), "0.00000002") << "half of it is 1.5 units, and 2 is even";
}

TEST_F(RevShareRules, AFeeOf100PercentLeavesNoBase) {
    EXPECT_EQ(BaseFor({.rate = Dec("30"), .admin_fee_percent = Dec("100")}, "1000", "0"), "0");
}

// The commission for a base.

TEST_F(RevShareRules, AWholeTierRatesTheWholeBase) {
    const RevShareTerms terms = Ladder(TierMode::kWhole);
    EXPECT_EQ(EarnedOnBase(terms, "9000"), "2250") << "9000 at 25 %";
    EXPECT_EQ(EarnedOnBase(terms, "11000"), "3300") << "11000 at 30 %";
    EXPECT_EQ(EarnedOnBase(terms, "60000"), "21000") << "60000 at 35 %";
}

TEST_F(RevShareRules, AMarginalTierRatesOnlyItsOwnSlice) {
    const RevShareTerms terms = Ladder(TierMode::kMarginal);
    EXPECT_EQ(EarnedOnBase(terms, "9000"), "2250") << "9000 at 25 %";
    EXPECT_EQ(EarnedOnBase(terms, "11000"), "2800") << "2500 + 1000 at 30 %";
    EXPECT_EQ(EarnedOnBase(terms, "60000"), "18000") << "2500 + 12000 + 10000 at 35 %";
}

TEST_F(RevShareRules, AWholeTierIsReachedAtItsFirstUnit) {
    const RevShareTerms terms = Ladder(TierMode::kWhole);
    EXPECT_EQ(EarnedOnBase(terms, "9999.99"), "2499.9975") << "25 %";
    EXPECT_EQ(EarnedOnBase(terms, "10000"), "3000") << "30 %";
}

TEST_F(RevShareRules, BelowZeroTheBaseRateApplies) {
    for (const TierMode mode : {TierMode::kWhole, TierMode::kMarginal}) {
        const RevShareTerms terms{.rate = Dec("25"), .tiers = {{Dec("0"), Dec("40")}}, .tier_mode = mode};
        EXPECT_EQ(EarnedOnBase(terms, "-100"), "-25");
        EXPECT_EQ(EarnedOnBase(terms, "100"), "40");
    }
}

TEST_F(RevShareRules, TheSumOfAllSlicesIsRoundedOnce) {
    // Two times 0.00000001 at 50 % is two times half a unit, together one unit.
    const RevShareTerms terms{.rate = Dec("50"), .tiers = {{Dec("0.00000001"), Dec("50")}}};
    EXPECT_EQ(EarnedOnBase(terms, "0.00000002"), "0.00000001");
}

// The rate that a statement shows.

TEST_F(RevShareRules, WithWholeTiersThereIsOneRate) {
    EXPECT_EQ(RateAt(Ladder(TierMode::kWhole), Dec("9000")), Dec("25"));
    EXPECT_EQ(RateAt(Ladder(TierMode::kWhole), Dec("11000")), Dec("30"));
    EXPECT_EQ(RateAt(Ladder(TierMode::kWhole), Dec("-1")), Dec("25"));
}

TEST_F(RevShareRules, ThereIsNoSingleRateIfSlicesHaveTheirOwn) {
    EXPECT_EQ(RateAt(Ladder(TierMode::kMarginal), Dec("10000")), Dec("25")) << "all of it in the first slice";
    EXPECT_EQ(RateAt(Ladder(TierMode::kMarginal), Dec("10000.01")), std::nullopt);
}

TEST_F(RevShareRules, AMarginalTierFromZeroIsTheOnlyRateOfItsSlice) {
    const RevShareTerms terms{.rate = Dec("25"), .tiers = {{Dec("0"), Dec("40")}, {Dec("100"), Dec("50")}}};
    EXPECT_EQ(RateAt(terms, Dec("100")), Dec("40"));
    EXPECT_EQ(RateAt(terms, Dec("101")), std::nullopt);
}

// Events.

// Worked example 3.
TEST_F(RevShareRules, EachEventEarnsTheDifference) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .admin_fee_percent = Dec("10")}});
    Register();
    Ngr("1000");
    EXPECT_EQ(Earned(), "270") << "30 % of a base of 900";
    Ngr("-500");
    EXPECT_EQ(Earned(), "-135") << "30 % of a base of 450, less 270";
}

// Worked example 4.
TEST_F(RevShareRules, ReachingAWholeTierAlsoEarnsOnTheRevenueBefore) {
    Under({.rev_share = Ladder(TierMode::kWhole)});
    Register();
    Ngr("9000");
    EXPECT_EQ(Earned(), "2250");
    Ngr("2000");
    EXPECT_EQ(Earned(), "1050") << "3300 - 2250";
    Ngr("-2000");
    EXPECT_EQ(Earned(), "-1050") << "falling below the tier takes it back";
}

// Worked example 4.
TEST_F(RevShareRules, ReachingAMarginalTierEarnsMoreFromThereOn) {
    Under({.rev_share = Ladder(TierMode::kMarginal)});
    Register();
    Ngr("9000");
    Ngr("2000");
    EXPECT_EQ(Earned(), "2250, 550") << "2800 - 2250";
}

// Worked example 8: amounts are not rounded before the statement rounds their sum.
TEST_F(RevShareRules, AmountsAreExactToTheEighthDigit) {
    Under({.rev_share = RevShareTerms{.rate = Dec("33.3333")}});
    Register();
    for (int i = 0; i < 3; ++i) Ngr("0.01");
    EXPECT_EQ(Earned(), "0.00333333, 0.00333333, 0.00333333") << "0.00999999 together";
}

TEST_F(RevShareRules, AnAccrualHasTheChangeOfTheBaseTheRateAndTheSums) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .admin_fee_percent = Dec("10")}});
    Register();
    Ngr("1000");
    EXPECT_EQ(Earned(), "270");
    Chargeback("100");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.base, Dec("-100"));
    EXPECT_EQ(accrual.rate, Dec("30"));
    EXPECT_EQ(accrual.rev_share, (RevShareSeen{{Dec("1000"), Dec("0")}, {Dec("1000"), Dec("100")}}));
}

TEST_F(RevShareRules, AnEventThatCrossesATierHasNoSingleRate) {
    Under({.rev_share = Ladder(TierMode::kWhole)});
    Register();
    Ngr("9000");
    EXPECT_EQ(OnlyAccrual().rate, Dec("25"));
    Ngr("2000");
    EXPECT_EQ(OnlyAccrual().rate, std::nullopt) << "25 % before, 30 % after";
    Ngr("100");
    EXPECT_EQ(OnlyAccrual().rate, Dec("30"));
}

TEST_F(RevShareRules, AChargebackLowersTheBaseIfTheTermsDeductIt) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .deduct_chargebacks = true}});
    Register();
    Chargeback("100");
    EXPECT_EQ(Earned(), "-30");
}

TEST_F(RevShareRules, AChargebackIsIgnoredIfTheTermsDoNotDeductIt) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .deduct_chargebacks = false}});
    Register();
    Chargeback("100");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(RevShareRules, DepositsAndWagersMoveNoRevenue) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30")}});
    Register();
    FirstDeposit("100");
    Deposit("100");
    Wager("100");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(RevShareRules, AllPlayersOfAnAffiliateAndDealShareTheBase) {
    Under({.rev_share = Ladder(TierMode::kWhole)});
    Register({.player = 1});
    Register({.player = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(), "2250, 1050");
}

TEST_F(RevShareRules, AffiliatesDoNotShareABase) {
    Under({.rev_share = Ladder(TierMode::kWhole)});
    SetAffiliate(2, {1});
    Register({.player = 1, .affiliate = 1});
    Register({.player = 2, .affiliate = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(1), "2250");
    EXPECT_EQ(Earned(2), "500") << "2000 at 25 %";
}

TEST_F(RevShareRules, TheBaseStartsAgainEveryMonth) {
    Under({.rev_share = Ladder(TierMode::kWhole)});
    Register();
    Ngr("9000", {.on = "2026-03-31"});
    Ngr("2000", {.on = "2026-04-01"});
    EXPECT_EQ(Earned(), "2250, 500") << "each month at 25 %";
}

// The duration: calendar months from the registration.

TEST_F(RevShareRules, RevenueAfterTheDurationEarnsNothing) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .duration_months = 3}});
    Register({.on = "2026-01-15T12:00:00Z"});
    Ngr("100", {.on = "2026-04-15T11:59:59.999999Z"});
    EXPECT_EQ(Earned(), "30") << "the last moment";
    Ngr("100", {.on = "2026-04-15T12:00:00Z"});
    EXPECT_EQ(Earned(), "nothing") << "three months have passed";
}

TEST_F(RevShareRules, ADurationThatEndsInAShorterMonthEndsOnItsLastDay) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .duration_months = 1}});
    Register({.on = "2026-01-31T12:00:00Z"});
    Ngr("100", {.on = "2026-02-28T11:00:00Z"});
    EXPECT_EQ(Earned(), "30");
    Ngr("100", {.on = "2026-02-28T13:00:00Z"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(RevShareRules, ChargebacksAfterTheDurationLowerNothing) {
    Under({.rev_share = RevShareTerms{.rate = Dec("30"), .duration_months = 1}});
    Register({.on = "2026-01-15"});
    Chargeback("100", {.on = "2026-03-01"});
    EXPECT_EQ(Earned(), "nothing");
}

using events::EventType;

class InactivityRules : public testing::Test, protected WorkedCase {
protected:
    static Terms ShareUntilInactive(int months) {
        RevShareTerms share{.rate = Dec("10")};
        share.inactive_after_months = months;
        return {.rev_share = share};
    }
};

TEST_F(InactivityRules, MonthsAreCountedFromTheLatestActivity) {
    Under(ShareUntilInactive(2));
    Register({.on = "2026-03-01"});
    Happens(EventType::kWagerPlaced, {.on = "2026-04-15"});
    Ngr("100", {.on = "2026-06-14"});
    EXPECT_EQ(Earned(), "10");
    Ngr("100", {.on = "2026-08-14"});
    EXPECT_EQ(Earned(), "nothing") << "exactly two months later";
}

TEST_F(InactivityRules, MonthsAreCountedFromTheRegistrationAtFirst) {
    Under(ShareUntilInactive(1));
    Register({.player = 1, .on = "2026-03-01"});
    Register({.player = 2, .on = "2026-03-01"});
    Ngr("100", {.player = 1, .on = "2026-03-31"});
    Ngr("100", {.player = 2, .on = "2026-04-01"});
    EXPECT_EQ(Earned(), "10");
}

TEST_F(InactivityRules, APlayerThatComesBackEarnsNoLonger) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Deposit("20", {.on = "2026-05-10"});
    Ngr("100", {.on = "2026-05-11"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(InactivityRules, OtherEventsDoNotKeepAPlayerActive) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Happens(EventType::kKycVerified, {.on = "2026-03-20"});
    Ngr("100", {.on = "2026-04-05"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(InactivityRules, ALateEventDoesNotMoveTheLatestActivityBack) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Deposit("20", {.on = "2026-03-25"});
    Deposit("20", {.on = "2026-03-05"});
    Ngr("100", {.on = "2026-04-20"});
    EXPECT_EQ(Earned(), "10");
}

TEST_F(InactivityRules, AVersionThatIsAddedLaterCountsFromItsOwnTime) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddVersion({}, {.rev_share = RevShareTerms{.rate = Dec("10")}});
    SetAffiliate(1, {1});
    Register({.on = "2026-01-01"});
    DealVersion later{.number = 2, .terms = ShareUntilInactive(2), .created_at = At("2026-05-01")};
    plan_.Apply(DealVersionAdded{Nth<DealId>(1), later});
    Ngr("100", {.on = "2026-06-30"});
    EXPECT_EQ(Earned(), "10");
    Ngr("100", {.on = "2026-09-01"});
    EXPECT_EQ(Earned(), "nothing");
}

}  // namespace
}  // namespace fairlead::commission
