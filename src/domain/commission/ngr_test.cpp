#include "domain/commission/ngr.hpp"

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
        return NgrDelta(mode, At(on), {Dec(amount), Cur(currency)}, marks_).ToString();
    }

    NgrMarks marks_;
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

}  // namespace
}  // namespace fairlead::commission
