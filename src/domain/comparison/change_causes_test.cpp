#include "domain/comparison/change_causes.hpp"

#include <gtest/gtest.h>

namespace fairlead::comparison {
namespace {

Decimal Amount(std::string_view text) { return *Decimal::Parse(text); }

Decimal PartOf(const std::vector<CausedChange>& causes, Cause cause) {
    Decimal total;
    for (const CausedChange& each : causes) {
        if (each.cause == cause) total += each.difference;
    }
    return total;
}

Decimal SumOf(const std::vector<CausedChange>& causes) {
    Decimal total;
    for (const CausedChange& each : causes) total += each.difference;
    return total;
}

TEST(ChangeCauses, FewerPlayersAtTheSamePriceAreActivity) {
    const DealPeriods deal{.before = {.cpa = Amount("500"), .qualified = Amount("10")},
                           .after = {.cpa = Amount("300"), .qualified = Amount("6")}};
    const auto causes = CommissionCauses(Amount("-200"), std::array{deal});
    const std::vector<CausedChange> expected{{Cause::kQualified, Amount("-200")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, NewTermsCountForTheLaterActivity) {
    // 10 players at 50 become 12 at 40: two more players at 50, and 12 times 10 less.
    const DealPeriods deal{.before = {.cpa = Amount("500"), .qualified = Amount("10")},
                           .after = {.cpa = Amount("480"), .qualified = Amount("12")},
                           .new_terms = true};
    const auto causes = CommissionCauses(Amount("-20"), std::array{deal});
    const std::vector<CausedChange> expected{{Cause::kDealTerms, Amount("-120"), 0},
                                             {Cause::kQualified, Amount("100")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, WithoutAPriceBeforeTheCommissionIsActivity) {
    const DealPeriods deal{.before = {}, .after = {.cpa = Amount("480"), .qualified = Amount("12")}, .new_terms = true};
    const auto causes = CommissionCauses(Amount("480"), std::array{deal});
    EXPECT_EQ(PartOf(causes, Cause::kQualified), Amount("480"));
    EXPECT_EQ(causes.size(), 1U);
}

TEST(ChangeCauses, ChargebacksTakeCpaBackAndLowerTheBase) {
    // CPA: 10 × 50 before, 10 × 50 less 2 × 50 after. Revenue share: 25 % of 1000, then 25 % of 1000 − 200.
    const DealPeriods deal{
        .before = {.cpa = Amount("500"), .rev_share = Amount("250"), .qualified = Amount("10"), .ngr = Amount("1000")},
        .after = {.cpa = Amount("400"),
                  .rev_share = Amount("200"),
                  .cpa_taken_back = Amount("-100"),
                  .qualified = Amount("10"),
                  .ngr = Amount("1000"),
                  .chargebacks = Amount("200")},
        .deducts_chargebacks = true};
    const auto causes = CommissionCauses(Amount("-150"), std::array{deal});
    const std::vector<CausedChange> expected{{Cause::kChargebacks, Amount("-150")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, AHigherRateAndLessRevenueAreToldApart) {
    // 20 % of 1000, then 30 % of 800: −200 × 20 %, and 800 × 10 %.
    const DealPeriods deal{.before = {.rev_share = Amount("200"), .ngr = Amount("1000")},
                           .after = {.rev_share = Amount("240"), .ngr = Amount("800")},
                           .new_terms = true};
    const auto causes = CommissionCauses(Amount("40"), std::array{deal});
    EXPECT_EQ(PartOf(causes, Cause::kDealTerms), Amount("80"));
    EXPECT_EQ(PartOf(causes, Cause::kRevenue), Amount("-40"));
    EXPECT_EQ(causes.size(), 2U);
}

TEST(ChangeCauses, ANegativeBaseExplainsNoRate) {
    const DealPeriods deal{.before = {.rev_share = Amount("-20"), .ngr = Amount("-100")},
                           .after = {.rev_share = Amount("40"), .ngr = Amount("200")},
                           .new_terms = true};
    const auto causes = CommissionCauses(Amount("60"), std::array{deal});
    const std::vector<CausedChange> expected{{Cause::kRevenue, Amount("60")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, WhatFixedRatesDoNotExplainCameFromExchangeRates) {
    const DealPeriods deal{.before = {.cpl = Amount("100"), .registrations = Amount("10")},
                           .after = {.cpl = Amount("150"), .registrations = Amount("15")}};
    const auto causes = CommissionCauses(Amount("62.5"), std::array{deal});
    EXPECT_EQ(PartOf(causes, Cause::kRegistrations), Amount("50"));
    EXPECT_EQ(PartOf(causes, Cause::kExchangeRates), Amount("12.5"));
}

TEST(ChangeCauses, ARoundingRestIsNotACause) {
    const DealPeriods deal{.before = {.fixed_fees = Amount("100")}, .after = {.fixed_fees = Amount("150")}};
    const auto causes = CommissionCauses(Amount("50.00000003"), std::array{deal});
    const std::vector<CausedChange> expected{{Cause::kFixedFees, Amount("50.00000003")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, EveryComponentCountsAndTheCausesAddUp) {
    const DealPeriods first{.before = {.cpa = Amount("333"),
                                       .rev_share = Amount("17.3"),
                                       .cpl = Amount("1"),
                                       .fixed_fees = Amount("100"),
                                       .sub_affiliates = Amount("4"),
                                       .turnover = Amount("9"),
                                       .qualified = Amount("7"),
                                       .ngr = Amount("71"),
                                       .registrations = Amount("3"),
                                       .wagers = Amount("1100")},
                            .after = {.cpa = Amount("100"),
                                      .rev_share = Amount("19"),
                                      .cpl = Amount("2"),
                                      .fixed_fees = Amount("90"),
                                      .sub_affiliates = Amount("8"),
                                      .turnover = Amount("5"),
                                      .cpa_taken_back = Amount("-50"),
                                      .qualified = Amount("3"),
                                      .ngr = Amount("60"),
                                      .chargebacks = Amount("10"),
                                      .registrations = Amount("6"),
                                      .wagers = Amount("900")},
                            .new_terms = true,
                            .deducts_chargebacks = true};
    DealPeriods second = first;
    second.new_terms = false;
    const auto causes = CommissionCauses(Amount("-480.6"), std::array{first, second});
    EXPECT_EQ(SumOf(causes), Amount("-480.6"));
    EXPECT_EQ(PartOf(causes, Cause::kSubAffiliates), Amount("8"));
    EXPECT_EQ(PartOf(causes, Cause::kFixedFees), Amount("-10"));
    EXPECT_TRUE(PartOf(causes, Cause::kExchangeRates).IsZero());
}

TEST(ChangeCauses, AnAmountChangesByItsCountAndItsAverage) {
    // 10 deposits of 20 become 8 of 30: −2 × 20, and 8 × 10. Exchange rates add 5.
    const auto causes = AmountCauses(Amount("45"), {.before_at_fixed_rates = Amount("200"),
                                                    .after_at_fixed_rates = Amount("240"),
                                                    .count_before = Amount("10"),
                                                    .count_after = Amount("8")});
    const std::vector<CausedChange> expected{
        {Cause::kAverage, Amount("80")}, {Cause::kCount, Amount("-40")}, {Cause::kExchangeRates, Amount("5")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, AnAmountThatIsNotCountedChangesByActivity) {
    const auto causes = AmountCauses(Amount("40"), {Amount("200"), Amount("240")});
    const std::vector<CausedChange> expected{{Cause::kActivity, Amount("40")}};
    EXPECT_EQ(causes, expected);
}

TEST(ChangeCauses, AQuotientChangesByBothItsParts) {
    // 100 / 1000 becomes 150 / 3000 = 0.05: the 50 more are 0.01666667 per click.
    const auto causes = QuotientCauses(Amount("-0.05"), {Amount("100"), Amount("150"), Amount("1000"), Amount("3000")});
    EXPECT_EQ(PartOf(causes, Cause::kNumerator), Amount("0.01666667"));
    EXPECT_EQ(PartOf(causes, Cause::kDenominator), Amount("-0.06666667"));
}

TEST(ChangeCauses, ProfitChangesByRevenueAndCommission) {
    const auto causes = ProfitCauses(Amount("10"), Amount("30"));
    const std::vector<CausedChange> expected{{Cause::kCommission, Amount("-30")}, {Cause::kRevenue, Amount("10")}};
    EXPECT_EQ(causes, expected);
}

}  // namespace
}  // namespace fairlead::comparison
