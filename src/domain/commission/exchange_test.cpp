#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// Events in a currency other than the deal's.
class ExchangeRules : public testing::Test, protected WorkedCase {};

// Worked example 9.
TEST_F(ExchangeRules, AnEventIsConvertedWithTheLatestRateOnOrBeforeItsDay) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    SetRate("2026-03-11", "USD", "EUR", "0.5");
    Register();
    Ngr("100", {.on = "2026-03-10", .currency = "USD"});
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount, (Money{Dec("36.548"), Cur("EUR")})) << "40 % of 91.37";
    EXPECT_EQ(accrual.conversion, (Conversion{{Dec("100"), Cur("USD")}, Dec("91.37"), Day("2026-03-08"), "0.9137"}));
}

TEST_F(ExchangeRules, AnEventInTheDealsCurrencyNeedsNoRate) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    Register();
    Ngr("100");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.amount.amount, Dec("40"));
    EXPECT_EQ(accrual.conversion, std::nullopt);
}

TEST_F(ExchangeRules, TheDayOfARateIsTheEventsDayInUtc) {
    SetTimeZone("Europe/Berlin");
    Under({.rev_share = RevShareTerms{.rate = Dec("100")}});
    SetRate("2026-03-10", "USD", "EUR", "0.9");
    SetRate("2026-03-11", "USD", "EUR", "0.8");
    Register();
    Ngr("10", {.on = "2026-03-10T23:30:00Z", .currency = "USD"});
    EXPECT_EQ(Earned(), "9") << "the next day in Berlin, but not in UTC";
}

TEST_F(ExchangeRules, AmountsAreComparedWithMinimumsInTheDealsCurrency) {
    Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
    SetRate("2026-03-01", "SEK", "EUR", "0.1");
    Register();
    FirstDeposit("199", {.currency = "SEK"});
    EXPECT_EQ(Earned(), "nothing") << "19.9 EUR";
    Register({.player = 2});
    FirstDeposit("200", {.player = 2, .currency = "SEK"});
    EXPECT_EQ(Earned(), "100") << "20 EUR";
}

TEST_F(ExchangeRules, WithoutARateAnEventWaitsAndEarnsNothing) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    Register();
    Ngr("100", {.currency = "USD"});
    EXPECT_EQ(Earned(), "nothing");
    ASSERT_EQ(Unpriced().size(), 1U);
    const UnpricedAccrual& unpriced = Unpriced().front();
    EXPECT_EQ(unpriced.component, Component::kRevShare);
    EXPECT_EQ(unpriced.from, Cur("USD"));
    EXPECT_EQ(unpriced.to, Cur("EUR"));
    EXPECT_EQ(unpriced.event.seq, LastEvent());
    EXPECT_EQ(unpriced.period, Month("2026-03"));
}

TEST_F(ExchangeRules, AnEventWhoseMoneyNoComponentUsesDoesNotWait) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    FirstDeposit("100", {.currency = "USD"});
    EXPECT_TRUE(Unpriced().empty());
}

TEST_F(ExchangeRules, LaterInvertedAndCrossedRatesDoNotPriceAnEvent) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    SetRate("2026-03-11", "USD", "EUR", "0.9");
    SetRate("2026-03-01", "EUR", "USD", "1.1");
    SetRate("2026-03-01", "USD", "GBP", "0.8");
    SetRate("2026-03-01", "GBP", "EUR", "1.2");
    Register();
    Ngr("100", {.on = "2026-03-10", .currency = "USD"});
    EXPECT_EQ(Earned(), "nothing");
    EXPECT_EQ(Unpriced().size(), 1U);
}

TEST_F(ExchangeRules, AWaitingEventIsProcessedWhenItsRateArrives) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    Register();
    Ngr("100", {.on = "2026-03-10", .currency = "USD"});
    Resolve();
    EXPECT_EQ(Earned(), "nothing") << "there is no rate yet";
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    Resolve();
    EXPECT_EQ(Earned(), "36.548");
    EXPECT_TRUE(Unpriced().empty());
}

TEST_F(ExchangeRules, AWaitingEventCountsInTheBaseOnlyOnceItIsPriced) {
    Under({.rev_share =
               RevShareTerms{.rate = Dec("25"), .tiers = {{Dec("1000"), Dec("30")}}, .tier_mode = TierMode::kWhole}});
    Register();
    Ngr("900", {.currency = "USD"});
    Ngr("900");
    EXPECT_EQ(Earned(), "225") << "900 at 25 %";
    SetRate("2026-03-01", "USD", "EUR", "1");
    Resolve();
    EXPECT_EQ(Earned(), "315") << "1800 at 30 % less 225";
}

TEST_F(ExchangeRules, AWaitingEventIsLateIfItsMonthIsClosedBeforeItIsPriced) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    Register();
    Ngr("100", {.on = "2026-03-10", .currency = "USD"});
    Close("2026-03");
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    Resolve();
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.period, Month("2026-04"));
    EXPECT_TRUE(accrual.late);
}

TEST_F(ExchangeRules, ALaterRateNeverReprices) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    SetRate("2026-03-08", "USD", "EUR", "0.9137");
    Register();
    Ngr("100", {.on = "2026-03-10", .currency = "USD"});
    EXPECT_EQ(Earned(), "36.548");
    SetRate("2026-03-08", "USD", "EUR", "0.5");
    SetRate("2026-03-09", "USD", "EUR", "0.5");
    Resolve();
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(ExchangeRules, AnAmountThatIsTooLargeWaitsForAnotherRate) {
    Under({.rev_share = RevShareTerms{.rate = Dec("40")}});
    SetRate("2026-03-08", "USD", "EUR", "999999999999");
    Register();
    Ngr("999999999999999", {.currency = "USD"});
    EXPECT_EQ(Earned(), "nothing");
    EXPECT_EQ(Unpriced().size(), 1U);
}

TEST_F(ExchangeRules, AShareOfALargeAmountWaitsForAnotherRateToo) {
    Under({.rev_share = RevShareTerms{.rate = Dec("100")}});
    AddDeal({.id = Nth<DealId>(2)});
    AddVersion({.deal = 2}, {.currency = Cur("JPY"), .sub_affiliate = SubAffiliateTerms{Dec("5")}});
    SetAffiliate(2, {2});
    SetAffiliate(1, {1}, 2);
    SetRate("2026-03-08", "USD", "EUR", "100000");
    SetRate("2026-03-08", "EUR", "JPY", "999999999999");
    Register();
    Ngr("999999999999999", {.currency = "USD"});
    EXPECT_EQ(Earned(1), "99999999999999900000");
    EXPECT_EQ(Unpriced().size(), 1U) << "converting it gives a number that does not fit into a decimal";
}

TEST_F(ExchangeRules, AWaitingEventWithoutAnAmountIsABug) {
    EXPECT_DEATH(engine_.IsPriced(UnpricedAccrual{}), "has an amount to convert");
}

}  // namespace
}  // namespace fairlead::commission
