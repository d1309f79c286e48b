#include "domain/statements/negative_month.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

using commission::NegativePolicy;
using commission::NegativeTerms;

Decimal Amount(std::string_view text) { return Decimal::Parse(text).value(); }
Period InMonth(std::string_view text) { return Period::Parse(text).value(); }

NegativeMonth March(NegativeTerms terms, std::string_view own, std::vector<CarriedAmount> arrived = {}) {
    return {terms, InMonth("2026-03"), Amount(own), std::move(arrived), {}, {}};
}

TEST(NegativeMonth, IsCarriedByDefault) {
    const SettledMonth expected{.carried = {{InMonth("2026-03"), Amount("-30")}}};
    EXPECT_EQ(SettleMonth(March({}, "-30")), expected);
}

TEST(NegativeMonth, IsWaivedWithWhatArrived) {
    const auto settled = SettleMonth(March({NegativePolicy::kWaive}, "10", {{InMonth("2026-02"), Amount("-30")}}));
    EXPECT_EQ(settled, SettledMonth{.waived = Amount("20")});
}

TEST(NegativeMonth, TheOldestAmountIsOffsetFirst) {
    const auto settled =
        SettleMonth(March({}, "40", {{InMonth("2026-01"), Amount("-30")}, {InMonth("2026-02"), Amount("-30")}}));
    const SettledMonth expected{.carried = {{InMonth("2026-02"), Amount("-20")}}};
    EXPECT_EQ(settled, expected);
}

TEST(NegativeMonth, ExpiresInTheLastMonthThatItCanReduce) {
    const auto settled = SettleMonth(March({.carry_months = 2}, "10", {{InMonth("2026-01"), Amount("-30")}}));
    const SettledMonth expected{.expired = {{InMonth("2026-01"), Amount("20")}}};
    EXPECT_EQ(settled, expected);
}

TEST(NegativeMonth, DoesNotReduceAMonthAfterItsLast) {
    const auto settled = SettleMonth(March({.carry_months = 1}, "10", {{InMonth("2026-01"), Amount("-30")}}));
    const SettledMonth expected{.expired = {{InMonth("2026-01"), Amount("30")}}};
    EXPECT_EQ(settled, expected) << "2026-02 was never closed";
}

TEST(NegativeMonth, CarriesAtMostWhatChargebacksCaused) {
    NegativeMonth month = March({.only_chargebacks = true}, "-30");
    month.by_chargebacks = Amount("12");
    const SettledMonth expected{.carried = {{InMonth("2026-03"), Amount("-12")}}, .waived = Amount("18")};
    EXPECT_EQ(SettleMonth(month), expected);
}

TEST(NegativeMonth, ABaseThatGoesOnCarriesNoAmount) {
    EXPECT_EQ(SettleMonth(March({.carry_base = true}, "-30")), SettledMonth{.base_carried = Amount("30")});
}

TEST(NegativeMonth, ABaseThatExpiresIsWaived) {
    NegativeMonth month = March({.carry_months = 1, .carry_base = true}, "-30");
    month.expired_base = Amount("20");
    const SettledMonth expected{.expired = {{InMonth("2026-03"), Amount("20")}}, .base_carried = Amount("10")};
    EXPECT_EQ(SettleMonth(month), expected);
}

}  // namespace
}  // namespace fairlead::statements
