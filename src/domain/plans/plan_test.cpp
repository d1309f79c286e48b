#include "domain/plans/plan.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/missing_reference.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class ChoosingADeal : public testing::Test, protected WorkedCase {
protected:
    // A deal that was created on a day of January 2026 and is in force from the beginning.
    void Offer(int deal, const Scope& scope, std::string_view made_on = "2026-01-01") {
        AddDeal({.id = Nth<DealId>(deal), .scope = scope, .created_at = At(made_on)});
        AddVersion({.deal = deal}, {});
    }
    // The number of affiliate 1's deal for such a player on 2026-03-10, or 0 if there is none.
    int Chosen(int brand, std::string_view country) const {
        const ChosenDeal chosen = plan_.Choose(Nth<AffiliateId>(1), Nth<BrandId>(brand), country, Day("2026-03-10"));
        return chosen ? chosen.deal->id.uuid.bytes[15] : 0;
    }

    const Scope everybody_;
    const Scope brand_1_{.brands = {Nth<BrandId>(1)}};
    const Scope germany_{.countries = {"DE"}};
    const Scope brand_1_in_germany_{.brands = {Nth<BrandId>(1)}, .countries = {"DE"}};
};

TEST_F(ChoosingADeal, ADealThatDoesNotFitThePlayerIsNotChosen) {
    Offer(1, germany_);
    SetAffiliate(1, {1});
    EXPECT_EQ(Chosen(1, "DE"), 1);
    EXPECT_EQ(Chosen(1, "AT"), 0);
}

TEST_F(ChoosingADeal, MoreScopeDimensionsWin) {
    Offer(1, brand_1_in_germany_, "2026-01-01");
    Offer(2, brand_1_, "2026-01-02");
    Offer(3, everybody_, "2026-01-03");
    SetAffiliate(1, {3, 2, 1});
    EXPECT_EQ(Chosen(1, "DE"), 1) << "two dimensions, although it is the oldest deal";
    EXPECT_EQ(Chosen(1, "AT"), 2) << "one dimension";
    EXPECT_EQ(Chosen(2, "AT"), 3) << "none";
}

TEST_F(ChoosingADeal, IfScopesAreEqualTheNewestDealWins) {
    Offer(1, brand_1_, "2026-01-02");
    Offer(2, germany_, "2026-01-01");
    SetAffiliate(1, {1, 2});
    EXPECT_EQ(Chosen(1, "DE"), 1);
}

TEST_F(ChoosingADeal, ADealThatIsNotInForceYetIsNotChosen) {
    Offer(1, everybody_);
    AddDeal({.id = Nth<DealId>(2), .scope = brand_1_in_germany_});
    AddVersion({.deal = 2, .from = "2026-03-11"}, {});
    SetAffiliate(1, {1, 2});
    EXPECT_EQ(Chosen(1, "DE"), 1);
}

TEST_F(ChoosingADeal, OnlyDealsThatTheAffiliateHasAreChosen) {
    Offer(1, everybody_);
    Offer(2, brand_1_in_germany_);
    SetAffiliate(1, {1});
    EXPECT_EQ(Chosen(1, "DE"), 1);
}

TEST_F(ChoosingADeal, AnAffiliateWithoutADealGetsTheDefaultDeal) {
    Offer(1, everybody_);
    AddDeal({.id = Nth<DealId>(2), .is_default = true});
    AddVersion({.deal = 2}, {});
    SetAffiliate(1, {});
    EXPECT_EQ(Chosen(1, "DE"), 2);
}

TEST_F(ChoosingADeal, AnAffiliateWithADealOfItsOwnNeverGetsTheDefaultDeal) {
    Offer(1, germany_);
    AddDeal({.id = Nth<DealId>(2), .is_default = true});
    AddVersion({.deal = 2}, {});
    SetAffiliate(1, {1});
    EXPECT_EQ(Chosen(1, "AT"), 0);
}

TEST_F(ChoosingADeal, ADealThatIsNoLongerTheDefaultIsNotChosen) {
    AddDeal({.id = Nth<DealId>(1), .is_default = true});
    AddVersion({}, {});
    SetAffiliate(1, {});
    EXPECT_EQ(Chosen(1, "DE"), 1);
    AddDeal({.id = Nth<DealId>(1), .is_default = false});
    EXPECT_EQ(Chosen(1, "DE"), 0);
}

class WhatAPlanKnows : public testing::Test, protected WorkedCase {
protected:
    std::string Rate(std::string_view from, std::string_view to, std::string_view day) const {
        const auto found = plan_.RateOn(Cur(from), Cur(to), Day(day));
        return found ? found->rate.ToString() + " of " + found->date.ToString() : "none";
    }
    std::string OpenFor(int affiliate, std::string_view month) const {
        return plan_.OpenFrom(Nth<AffiliateId>(affiliate), Month(month)).ToString();
    }
};

TEST_F(WhatAPlanKnows, TheLatestRateOnOrBeforeTheDayApplies) {
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    SetRate("2026-03-11", "USD", "EUR", "0.92");
    EXPECT_EQ(Rate("USD", "EUR", "2026-03-08"), "0.9137 of 2026-03-08");
    EXPECT_EQ(Rate("USD", "EUR", "2026-03-10"), "0.9137 of 2026-03-08");
    EXPECT_EQ(Rate("USD", "EUR", "2026-03-11"), "0.92 of 2026-03-11");
}

TEST_F(WhatAPlanKnows, ThereIsNoRateBeforeTheFirstDay) {
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    EXPECT_EQ(Rate("USD", "EUR", "2026-03-07"), "none");
    EXPECT_EQ(plan_.FirstRateDay(Cur("USD"), Cur("EUR")), Day("2026-03-08"));
    EXPECT_EQ(plan_.FirstRateDay(Cur("EUR"), Cur("USD")), std::nullopt);
}

TEST_F(WhatAPlanKnows, ARateIsNeverInverted) {
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    EXPECT_EQ(Rate("EUR", "USD", "2026-03-10"), "none");
}

TEST_F(WhatAPlanKnows, RatesAreNeverCrossed) {
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    SetRate("2026-03-08", "EUR", "GBP", "0.85");
    EXPECT_EQ(Rate("USD", "GBP", "2026-03-10"), "none");
}

TEST_F(WhatAPlanKnows, ARateOfTheSameDayReplacesTheEarlierOne) {
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    SetRate("2026-03-08", "USD", "EUR", "0.95");
    EXPECT_EQ(Rate("USD", "EUR", "2026-03-08"), "0.95 of 2026-03-08");
    EXPECT_EQ(plan_.RateCount(), 1U);
}

TEST_F(WhatAPlanKnows, AClosedMonthLeadsToTheEarliestOpenOneAfterIt) {
    plan_.Apply(PeriodClosed{Nth<AffiliateId>(1), Month("2026-02")});
    plan_.Apply(PeriodClosed{Nth<AffiliateId>(1), Month("2026-03")});
    EXPECT_EQ(OpenFor(1, "2026-01"), "2026-01");
    EXPECT_EQ(OpenFor(1, "2026-02"), "2026-04");
    EXPECT_EQ(OpenFor(2, "2026-02"), "2026-02") << "closed for the other affiliate only";
}

TEST_F(WhatAPlanKnows, AMonthClosedForAllIsClosedForNewAffiliatesToo) {
    plan_.Apply(PeriodClosed{std::nullopt, Month("2026-02")});
    EXPECT_TRUE(plan_.IsClosedForAll(Month("2026-02")));
    EXPECT_TRUE(plan_.IsClosed(Nth<AffiliateId>(9), Month("2026-02")));
    EXPECT_EQ(OpenFor(9, "2026-02"), "2026-03");
}

TEST_F(WhatAPlanKnows, AMonthClosedForAnAffiliateIsNotClosedForAll) {
    plan_.Apply(PeriodClosed{Nth<AffiliateId>(1), Month("2026-02")});
    EXPECT_FALSE(plan_.IsClosedForAll(Month("2026-02")));
}

TEST_F(WhatAPlanKnows, TheAffiliatesMinimumPayoutReplacesTheOperators) {
    plan_.Apply(OperatorChanged{.min_payout = Dec("100")});
    plan_.Apply(AffiliateChanged{.affiliate = Nth<AffiliateId>(1), .min_payout = Dec("0")});
    plan_.Apply(AffiliateChanged{.affiliate = Nth<AffiliateId>(2)});
    EXPECT_EQ(plan_.MinPayoutOf(Nth<AffiliateId>(1)), Dec("0")) << "no minimum is also a choice";
    EXPECT_EQ(plan_.MinPayoutOf(Nth<AffiliateId>(2)), Dec("100"));
}

TEST_F(WhatAPlanKnows, ABrandSendsDeltasByDefault) {
    EXPECT_EQ(plan_.NgrModeOf(Nth<BrandId>(1)), catalogue::NgrMode::kDelta);
    plan_.Apply(BrandChanged{Nth<BrandId>(1), catalogue::NgrMode::kDailyTotal});
    EXPECT_EQ(plan_.NgrModeOf(Nth<BrandId>(1)), catalogue::NgrMode::kDailyTotal);
    EXPECT_EQ(plan_.NgrModeOf(Nth<BrandId>(2)), catalogue::NgrMode::kDelta);
}

TEST_F(WhatAPlanKnows, ABrandThatSendsDeltasAgainHasStillSentTotals) {
    plan_.Apply(BrandChanged{Nth<BrandId>(1), catalogue::NgrMode::kLifetimeTotal});
    plan_.Apply(BrandChanged{Nth<BrandId>(1), catalogue::NgrMode::kDelta});
    EXPECT_TRUE(plan_.HasSentTotals(Nth<BrandId>(1)));
    EXPECT_FALSE(plan_.HasSentTotals(Nth<BrandId>(2)));
}

TEST_F(WhatAPlanKnows, AChangedDealKeepsItsVersions) {
    AddDeal({.id = Nth<DealId>(1), .name = "Old"});
    AddVersion({}, {.cpl = CplTerms{Dec("5")}});
    AddDeal({.id = Nth<DealId>(1), .name = "New"});
    const ChosenDeal known = plan_.KnownVersion(Nth<DealId>(1), 1);
    EXPECT_EQ(known.deal->name, "New");
    EXPECT_EQ(known.version->terms.cpl, CplTerms{Dec("5")});
}

TEST_F(WhatAPlanKnows, AVersionIsNeverReplaced) {
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({}, {.cpl = CplTerms{Dec("5")}});
    AddVersion({}, {.cpl = CplTerms{Dec("500")}});
    EXPECT_EQ(plan_.KnownVersion(Nth<DealId>(1), 1).version->terms.cpl, CplTerms{Dec("5")});
    EXPECT_EQ(plan_.KnownDeal(Nth<DealId>(1)).versions.size(), 1U);
}

// In a damaged record the deal of a version can be missing. Its accruals must still lead to the deal.
TEST_F(WhatAPlanKnows, TheVersionOfAMissingDealIsFoundByTheIdOfTheDeal) {
    AddVersion({.deal = 1}, {});
    SetAffiliate(1, {1});
    const ChosenDeal chosen = plan_.Choose(Nth<AffiliateId>(1), Nth<BrandId>(1), "DE", Day("2026-03-10"));
    ASSERT_TRUE(chosen);
    EXPECT_EQ(plan_.KnownVersion(chosen.deal->id, 1).version, chosen.version);
}

TEST_F(WhatAPlanKnows, AReferenceToADealOrVersionThatDoesNotExistEndsTheTransaction) {
    AddDeal({.id = Nth<DealId>(1)});
    AddVersion({}, {});
    EXPECT_THROW(plan_.KnownDeal(Nth<DealId>(2)), MissingReference);
    EXPECT_THROW(plan_.KnownVersion(Nth<DealId>(1), 2), MissingReference);
}

TEST_F(WhatAPlanKnows, TheLastEventBeforeASuspension) {
    const auto affiliate = Nth<AffiliateId>(7);
    const auto is = [&](bool suspended, std::int64_t last_event) {
        plan_.Apply(AffiliateChanged{.affiliate = affiliate, .suspended = suspended, .last_event = last_event});
    };
    plan_.Apply(RulesChanged{});
    is(true, 5);
    is(true, 9);
    EXPECT_FALSE(plan_.EarnsNothing(affiliate, 5));
    EXPECT_TRUE(plan_.EarnsNothing(affiliate, 6)) << "another change of a suspended affiliate moves nothing";
    is(false, 12);
    EXPECT_FALSE(plan_.EarnsNothing(affiliate, 6));
    is(true, 20);
    EXPECT_FALSE(plan_.EarnsNothing(affiliate, 6)) << "only the present suspension counts";
    EXPECT_TRUE(plan_.EarnsNothing(affiliate, 21));
}

TEST_F(WhatAPlanKnows, WhoIsSuspendedAndOfWhomThatIsNotRecorded) {
    const auto first = Nth<AffiliateId>(7);
    const auto second = Nth<AffiliateId>(8);
    const auto lacks = [&](AffiliateId affiliate) {
        const auto without = plan_.WithoutStatus();
        return std::ranges::find(without, affiliate) != without.end();
    };
    plan_.Apply(AffiliateChanged{.affiliate = first});
    plan_.Apply(AffiliateChanged{.affiliate = second, .suspended = true});
    EXPECT_EQ(plan_.suspended(), std::unordered_set<AffiliateId>{second});
    EXPECT_TRUE(lacks(first));
    EXPECT_FALSE(lacks(second));
    plan_.Apply(AffiliateChanged{.affiliate = first, .suspended = true});
    plan_.Apply(AffiliateChanged{.affiliate = second, .suspended = false});
    EXPECT_EQ(plan_.suspended(), std::unordered_set<AffiliateId>{first});
    EXPECT_FALSE(lacks(first));
}

}  // namespace
}  // namespace fairlead::commission
