#include "domain/ngr/ngr.hpp"

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

using catalogue::NgrMode;

class NgrModes : public testing::Test, protected WorkedCase {
protected:
    // What each update adds, in the order of recording.
    std::string Adds(NgrMode mode, std::string_view amount, std::string_view on = "2026-03-10",
                     std::string_view currency = "EUR") {
        return AddsOf("", mode, amount, on, currency);
    }
    std::string AddsOf(const std::string& product, NgrMode mode, std::string_view amount,
                       std::string_view on = "2026-03-10", std::string_view currency = "EUR") {
        return ngr_.Add(mode, At(on), {Dec(amount), Cur(currency)}, product, by_product_).ToString();
    }

    PlayerNgr ngr_;
    bool by_product_ = true;
};

TEST_F(NgrModes, ADeltaAddsItself) {
    EXPECT_EQ(Adds(NgrMode::kDelta, "100"), "100");
    EXPECT_EQ(Adds(NgrMode::kDelta, "-30"), "-30");
}

TEST_F(NgrModes, ADailyTotalReplacesTheEarlierOneOfItsDay) {
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "100", "2026-03-10T08:00:00Z"), "100");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "130", "2026-03-10T20:00:00Z"), "30");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "90", "2026-03-10T22:00:00Z"), "-40");
}

TEST_F(NgrModes, DailyTotalsOfDifferentDaysAddUp) {
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "130", "2026-03-11"), "130");
}

TEST_F(NgrModes, TheDayOfADailyTotalIsTheOneInUtc) {
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "100", "2026-03-10T23:59:59Z"), "100");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "130", "2026-03-11T01:00:00+01:00"), "130") << "midnight in UTC: the next day";
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "140", "2026-03-11T02:00:00+01:00"), "10") << "the same day as the second";
}

TEST_F(NgrModes, AnOlderDailyTotalThatArrivesLaterAddsNothing) {
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "130", "2026-03-10T20:00:00Z"), "130");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "100", "2026-03-10T08:00:00Z"), "0");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "135", "2026-03-10T21:00:00Z"), "5") << "the older one has changed nothing";
}

TEST_F(NgrModes, ALifetimeTotalReplacesThePreviousSum) {
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "140", "2026-04-10"), "40");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "120", "2026-05-10"), "-20");
}

TEST_F(NgrModes, AnOlderLifetimeTotalThatArrivesLaterAddsNothing) {
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "140", "2026-04-10"), "140");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10"), "0");
}

TEST_F(NgrModes, EachCurrencyHasItsOwnTotals) {
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10", "EUR"), "100");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10", "USD"), "100");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "70", "2026-03-11", "GBP"), "70");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "70", "2026-03-11", "SEK"), "70");
}

// A change of mode starts from the sum so far.

TEST_F(NgrModes, AfterDeltasALifetimeTotalIsComparedWithTheirSum) {
    EXPECT_EQ(Adds(NgrMode::kDelta, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kDelta, "50", "2026-03-11"), "50");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "200", "2026-03-12"), "50");
}

TEST_F(NgrModes, AfterDeltasADailyTotalIsComparedWithTheSumOfItsDay) {
    EXPECT_EQ(Adds(NgrMode::kDelta, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kDelta, "30", "2026-03-11T08:00:00Z"), "30");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "80", "2026-03-11T20:00:00Z"), "50");
}

TEST_F(NgrModes, AfterDailyTotalsALifetimeTotalIsComparedWithTheirSum) {
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "50", "2026-03-11"), "50");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "160", "2026-03-12"), "10");
}

TEST_F(NgrModes, ADeltaAfterALifetimeTotalIsIncludedInTheNextTotal) {
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10"), "100");
    EXPECT_EQ(Adds(NgrMode::kDelta, "20", "2026-03-11"), "20");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "150", "2026-03-12"), "30");
}

TEST_F(NgrModes, TotalsOfTwoProductsAddUp) {
    EXPECT_EQ(AddsOf("casino", NgrMode::kDailyTotal, "100"), "100");
    EXPECT_EQ(AddsOf("sports", NgrMode::kDailyTotal, "40"), "40");
    EXPECT_EQ(AddsOf("casino", NgrMode::kDailyTotal, "110", "2026-03-10T20:00:00Z"), "10");
    EXPECT_EQ(AddsOf("sports", NgrMode::kDailyTotal, "30", "2026-03-10T21:00:00Z"), "-10");
    EXPECT_EQ(AddsOf("", NgrMode::kDailyTotal, "5"), "5") << "no product is a product too";
    EXPECT_EQ(AddsOf("casino", NgrMode::kLifetimeTotal, "200", "2026-03-11"), "90");
    EXPECT_EQ(AddsOf("sports", NgrMode::kLifetimeTotal, "70", "2026-03-11"), "40");
}

TEST_F(NgrModes, BeforeProductsWereKeptApartTheirTotalsReplacedEachOther) {
    by_product_ = false;
    EXPECT_EQ(AddsOf("casino", NgrMode::kDailyTotal, "100"), "100");
    EXPECT_EQ(AddsOf("sports", NgrMode::kDailyTotal, "40"), "-60");
}

TEST_F(NgrModes, TheNextTotalsAfterTheUpgradeCorrectTheSum) {
    by_product_ = false;
    AddsOf("casino", NgrMode::kLifetimeTotal, "100", "2026-03-10");
    AddsOf("sports", NgrMode::kLifetimeTotal, "40", "2026-03-11");  // The sum is 40.
    by_product_ = true;
    EXPECT_EQ(AddsOf("casino", NgrMode::kLifetimeTotal, "120", "2026-03-12"), "20");
    EXPECT_EQ(AddsOf("sports", NgrMode::kLifetimeTotal, "50", "2026-03-12"), "110");  // 40 + 20 + 110 = 120 + 50.
}

TEST_F(NgrModes, OneProductGoesOnAfterTheUpgradeAsBefore) {
    by_product_ = false;
    Adds(NgrMode::kLifetimeTotal, "100", "2026-03-10");
    Adds(NgrMode::kDailyTotal, "30", "2026-03-12T12:00:00Z");
    by_product_ = true;
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "20", "2026-03-12T08:00:00Z"), "0") << "older than the newest of its day";
    EXPECT_EQ(Adds(NgrMode::kDailyTotal, "35", "2026-03-12T13:00:00Z"), "5");
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "90", "2026-03-09"), "0") << "older than the newest of all";
    EXPECT_EQ(Adds(NgrMode::kLifetimeTotal, "150", "2026-03-13"), "15");
}

TEST_F(NgrModes, AMarkIsFoundByItsProductAndDay) {
    AddsOf("casino", NgrMode::kDailyTotal, "100");
    EXPECT_EQ(ngr_.FindOfProduct(Cur("EUR"), "casino", Day("2026-03-10"))->sum, Dec("100"));
    EXPECT_EQ(ngr_.FindOfProduct(Cur("EUR"), "sports", Day("2026-03-10")), nullptr);
    EXPECT_EQ(ngr_.FindShared(Cur("EUR"), kWholeLife), nullptr);
    EXPECT_EQ(ngr_.CountTotals(), 1U);
}

}  // namespace
}  // namespace fairlead::commission
