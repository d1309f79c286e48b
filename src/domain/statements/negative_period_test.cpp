#include "domain/statements/negative_period.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

using commission::NegativePolicy;
using commission::NegativeTerms;

Decimal Amount(std::string_view text) { return Decimal::Parse(text).value(); }
Period InMonth(std::string_view text) { return Period::Parse(text).value(); }

NegativePeriod March(NegativeTerms terms, std::string_view own, std::vector<CarriedAmount> arrived = {}) {
    return {terms, InMonth("2026-03"), InMonth("2026-04"), Amount(own), std::move(arrived)};
}

TEST(NegativePeriod, IsCarriedByDefault) {
    const SettledPeriod expected{.carried = {{InMonth("2026-03"), Amount("-30")}}};
    EXPECT_EQ(SettlePeriod(March({}, "-30")), expected);
}

TEST(NegativePeriod, IsWaivedWithWhatArrived) {
    const auto settled = SettlePeriod(March({NegativePolicy::kWaive}, "10", {{InMonth("2026-02"), Amount("-30")}}));
    EXPECT_EQ(settled, SettledPeriod{.waived = Amount("20")});
}

TEST(NegativePeriod, TheOldestAmountIsOffsetFirst) {
    const auto settled =
        SettlePeriod(March({}, "40", {{InMonth("2026-01"), Amount("-30")}, {InMonth("2026-02"), Amount("-30")}}));
    const SettledPeriod expected{.carried = {{InMonth("2026-02"), Amount("-20")}}};
    EXPECT_EQ(settled, expected);
}

TEST(NegativePeriod, ExpiresInTheLastMonthThatItCanReduce) {
    const auto settled = SettlePeriod(March({.carry_months = 2}, "10", {{InMonth("2026-01"), Amount("-30")}}));
    const SettledPeriod expected{.expired = {{InMonth("2026-01"), Amount("20")}}};
    EXPECT_EQ(settled, expected);
}

TEST(NegativePeriod, DoesNotReduceAMonthAfterItsLast) {
    const auto settled = SettlePeriod(March({.carry_months = 1}, "10", {{InMonth("2026-01"), Amount("-30")}}));
    const SettledPeriod expected{.expired = {{InMonth("2026-01"), Amount("30")}}};
    EXPECT_EQ(settled, expected) << "2026-02 was never closed";
}

TEST(NegativePeriod, CanReduceTheRestOfAMonthAfterAChangeFromWeeks) {
    NegativePeriod week = March({.carry_months = 1}, "0", {{InMonth("2026-W08"), Amount("-30")}});
    week.period = InMonth("2026-W13");
    week.next = InMonth("2026-03");
    const SettledPeriod expected{.carried = {{InMonth("2026-W08"), Amount("-30")}}};
    EXPECT_EQ(SettlePeriod(week), expected) << "the week after it would end in April";
}

TEST(NegativePeriod, CarriesAtMostWhatChargebacksCaused) {
    NegativePeriod month = March({.only_chargebacks = true}, "-30");
    month.by_chargebacks = Amount("12");
    const SettledPeriod expected{.carried = {{InMonth("2026-03"), Amount("-12")}}, .waived = Amount("18")};
    EXPECT_EQ(SettlePeriod(month), expected);
}

TEST(NegativePeriod, ABaseThatGoesOnCarriesNoAmount) {
    NegativePeriod month = March({.carry_base = true}, "-30");
    month.base_amount = Amount("30");
    EXPECT_EQ(SettlePeriod(month), SettledPeriod{.base_carried = Amount("30")});
}

TEST(NegativePeriod, WhatTheBaseDoesNotStandForIsCarriedAsAnAmount) {
    NegativePeriod month = March({.carry_base = true}, "-30");
    month.base_amount = Amount("20");
    const SettledPeriod expected{.carried = {{InMonth("2026-03"), Amount("-10")}}, .base_carried = Amount("20")};
    EXPECT_EQ(SettlePeriod(month), expected);
}

TEST(NegativePeriod, ABaseThatStandsForMoreIsNotCarried) {
    NegativePeriod month = March({.carry_base = true}, "-30");
    month.base_amount = Amount("31");
    const SettledPeriod expected{.carried = {{InMonth("2026-03"), Amount("-30")}}};
    EXPECT_EQ(SettlePeriod(month), expected);
}

TEST(NegativePeriod, ABaseThatExpiresIsWaived) {
    NegativePeriod month = March({.carry_months = 1, .carry_base = true}, "-30");
    month.expired_base = Amount("20");
    month.base_amount = Amount("10");
    const SettledPeriod expected{.expired = {{InMonth("2026-03"), Amount("20")}}, .base_carried = Amount("10")};
    EXPECT_EQ(SettlePeriod(month), expected);
}

}  // namespace
}  // namespace fairlead::statements
