#include "domain/deals/rev_share_rates.hpp"

#include <gtest/gtest.h>

#include "domain/commission/rev_share.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class RatesOfRevShare : public testing::Test, protected WorkedCase {
protected:
    void SetUp() override { UseNewestRules(); }
    static RevShareTerms Ladder(TierMode mode = TierMode::kWhole) {
        return {.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = mode};
    }
    // Earnings by brand, from the lines of the group.
    std::string LinesByBrand() {
        const StateKey key{Nth<AffiliateId>(1), Month("2026-03"), Nth<DealId>(1), 1};
        std::string lines;
        for (const LineSum& line : groups_.Find(key)->lines) {
            lines += (lines.empty() ? "" : ", ") + std::to_string(line.brand->uuid.bytes[15]) + ": " +
                     line.amount.ToString();
        }
        return lines;
    }
};

TEST_F(RatesOfRevShare, TheBaseIsComparedInMinorUnits) {
    const RateInput in_cents{.digits = 2};
    EXPECT_EQ(ShareOf(Ladder(), {.ngr = Dec("9999.996")}, in_cents).rate, Dec("30"));
    EXPECT_EQ(ShareOf(Ladder(), {.ngr = Dec("9999.994")}, in_cents).rate, Dec("25"));
    EXPECT_EQ(ShareOf(Ladder(), {.ngr = Dec("9999.996")}, {}).rate, Dec("25")) << "under the first rules";
}

TEST_F(RatesOfRevShare, AStateThatBeganUnderTheFirstRulesKeepsThem) {
    plan_.Apply(RulesChanged{kFirstRules});
    Under({.rev_share = Ladder()});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    UseNewestRules();
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(), "2250, 1050") << "one accrual, as when the month began";
    Ngr("9000", {.player = 1, .on = "2026-04-02"});
    Ngr("2000", {.player = 2, .on = "2026-04-03"});
    EXPECT_EQ(Earned(), "2250, 600, 450") << "the next month follows the new rules";
}

// Worked example 22.
TEST_F(RatesOfRevShare, AChangeOfTheRateReRatesEveryBrand) {
    Under({.rev_share = Ladder()});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    EXPECT_EQ(Earned(), "2250");
    Ngr("2000", {.player = 2});
    const auto accruals = Accruals();
    ASSERT_EQ(accruals.size(), 2U);
    EXPECT_EQ(accruals[0].amount.amount, Dec("600"));
    EXPECT_EQ(accruals[0].brand, Nth<BrandId>(2));
    EXPECT_EQ(accruals[0].player, Nth<PlayerId>(2));
    EXPECT_EQ(accruals[1].amount.amount, Dec("450"));
    EXPECT_EQ(accruals[1].brand, Nth<BrandId>(1));
    EXPECT_EQ(accruals[1].reason, Reason::kReRated);
    EXPECT_EQ(accruals[1].event_seq, LastEvent());
    EXPECT_EQ(accruals[1].player, std::nullopt);
    EXPECT_EQ(accruals[1].rev_share->re_rated_base, Dec("9000"));
    EXPECT_EQ(LinesByBrand(), "1: 2700, 2: 600");
}

TEST_F(RatesOfRevShare, TheOrderOfEventsDoesNotMatterForLines) {
    Under({.rev_share = Ladder()});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("2000", {.player = 2});
    Ngr("9000", {.player = 1});
    EXPECT_EQ(LinesByBrand(), "2: 600, 1: 2700");
}

TEST_F(RatesOfRevShare, FallingBelowATierReRatesEveryBrandBack) {
    Under({.rev_share = Ladder()});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    Ngr("-2000", {.player = 2});
    EXPECT_EQ(Earned(), "2250, 600, 450, -600, -450");
}

TEST_F(RatesOfRevShare, AReRatingLeavesWithThePlayerThatCausedIt) {
    Under({.rev_share = Ladder()});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    (void)Earned();
    Leave(2);
    EXPECT_EQ(Earned(), "-600, -450");
    Leave(1);
    EXPECT_EQ(Earned(), "-2250");
}

TEST_F(RatesOfRevShare, ParentsShareReRatings) {
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({}, {.rev_share = Ladder()});
    AddDeal({.id = Nth<DealId>(2)});
    AddVersion({.deal = 2}, {.sub_affiliate = SubAffiliateTerms{Dec("10")}});
    SetAffiliate(2, {2});
    SetAffiliate(1, {1}, 2);
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(2), "225, 60, 45");
}

TEST_F(RatesOfRevShare, ASlicedBaseIsNotReRated) {
    Under({.rev_share = Ladder(TierMode::kMarginal)});
    Register({.player = 1, .brand = 1});
    Register({.player = 2, .brand = 2});
    Ngr("9000", {.player = 1});
    Ngr("2000", {.player = 2});
    EXPECT_EQ(Earned(), "2250, 550");
}

TEST_F(RatesOfRevShare, TheFirstMonthsEarnAtLeastTheIntroductoryRate) {
    RevShareTerms terms = Ladder();
    terms.intro = IntroRate{Dec("28"), 2};
    Under({.rev_share = terms});
    ApproveOn("2026-03-20");
    Register();
    Ngr("1000", {.on = "2026-03-21"});
    EXPECT_EQ(Earned(), "280");
    Ngr("10000", {.on = "2026-04-21"});
    EXPECT_EQ(Earned(), "3000") << "the tier is more than the introductory rate";
    Ngr("1000", {.on = "2026-05-01"});
    EXPECT_EQ(Earned(), "250") << "May is the third month";
    Ngr("-100", {.on = "2026-02-01"});
    EXPECT_EQ(Earned(), "-25") << "before the approval";
}

TEST_F(RatesOfRevShare, ALossIsNotIncreasedByTheIntroductoryRate) {
    RevShareTerms terms{.rate = Dec("25"), .intro = IntroRate{Dec("50"), 3}};
    Under({.rev_share = terms});
    ApproveOn("2026-03-01");
    Register();
    Ngr("-100");
    EXPECT_EQ(Earned(), "-25");
    Ngr("300");
    EXPECT_EQ(Earned(), "125") << "200 at 50 %, after -25";
}

}  // namespace
}  // namespace fairlead::commission
