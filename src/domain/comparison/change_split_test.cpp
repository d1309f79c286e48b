#include "domain/comparison/change_split.hpp"

#include <gtest/gtest.h>

namespace fairlead::comparison {
namespace {

Decimal Number(std::string_view text) { return *Decimal::Parse(text); }

BeforeAndAfter Sums(std::string_view before, std::string_view after) { return {{Number(before)}, {Number(after)}}; }

BeforeAndAfter Quotients(std::array<std::string_view, 3> before, std::array<std::string_view, 3> after) {
    return {{Number(before[0]), Number(before[1]), Number(before[2])},
            {Number(after[0]), Number(after[1]), Number(after[2])}};
}

Decimal TotalOf(const ChangeSplit& split) {
    Decimal total = split.rest;
    for (const Contribution& part : split.largest) total += part.difference;
    return total;
}

TEST(ChangeSplit, TheLargestMovementsComeFirstInEitherDirection) {
    const std::vector groups{Sums("10", "15"), Sums("100", "60"), Sums("7", "7"), Sums("0", "20")};
    const auto split = SplitChange(Kind::kSum, Sums("117", "102"), groups, 8);
    const std::vector<Contribution> expected{{1, Number("-40")}, {3, Number("20")}, {0, Number("5")}};
    EXPECT_EQ(split.largest, expected);
    EXPECT_EQ(split.other_count, 0U);
    EXPECT_TRUE(split.rest.IsZero());
}

TEST(ChangeSplit, TheOtherGroupsAreTheRest) {
    const std::vector groups{Sums("10", "15"), Sums("100", "60"), Sums("0", "-1.5"), Sums("0", "20")};
    const auto split = SplitChange(Kind::kSum, Sums("110", "93.5"), groups, 2);
    ASSERT_EQ(split.largest.size(), 2U);
    EXPECT_EQ(split.other_count, 2U);
    EXPECT_EQ(split.rest, Number("3.5"));
    EXPECT_EQ(TotalOf(split), Number("-16.5"));
}

TEST(ChangeSplit, AGroupChangesAQuotientByWhatItMoves) {
    // 100 / 1000 = 0.1 becomes 100 / 2000 = 0.05, because the second group has clicks and no commission.
    const auto whole = Quotients({"0.1", "100", "1000"}, {"0.05", "100", "2000"});
    const std::vector groups{Quotients({"0.1", "100", "1000"}, {"0.1", "100", "1000"}),
                             Quotients({"0", "0", "0"}, {"0", "0", "1000"})};
    const auto split = SplitChange(Kind::kQuotient, whole, groups, 8);
    const std::vector<Contribution> expected{{1, Number("-0.05")}};
    EXPECT_EQ(split.largest, expected);
    EXPECT_TRUE(split.rest.IsZero());
}

TEST(ChangeSplit, ThePartsOfARoundedQuotientAddUpExactly) {
    const auto whole = Quotients({"0.33333333", "1", "3"}, {"0.42857143", "3", "7"});
    const std::vector groups{Quotients({"0.33333333", "1", "3"}, {"0.25", "1", "4"}),
                             Quotients({"0", "0", "0"}, {"0.66666667", "2", "3"})};
    const auto split = SplitChange(Kind::kQuotient, whole, groups, 8);
    EXPECT_EQ(split.largest.size(), 2U);
    EXPECT_TRUE(split.rest.IsZero());
    EXPECT_EQ(TotalOf(split), whole.difference());
}

TEST(ChangeSplit, ThePartsOfRoundedAmountsAddUpExactly) {
    const std::vector groups{Sums("0", "10.00000001"), Sums("0", "5")};
    const auto split = SplitChange(Kind::kSum, Sums("0", "15"), groups, 8);
    EXPECT_TRUE(split.rest.IsZero());
    EXPECT_EQ(TotalOf(split), Number("15"));
}

TEST(ChangeSplit, AQuotientWithoutADenominatorCountsAsZero) {
    const auto vanished = Quotients({"0.5", "5", "10"}, {"0", "2", "0"});
    const std::vector gone{Quotients({"0.5", "5", "10"}, {"0", "2", "0"})};
    EXPECT_EQ(SplitChange(Kind::kQuotient, vanished, gone, 8).largest.front().difference, Number("-0.5"));
    const auto appeared = Quotients({"0", "2", "0"}, {"0.5", "5", "10"});
    const std::vector came{Quotients({"0", "2", "0"}, {"0.5", "5", "10"})};
    EXPECT_EQ(SplitChange(Kind::kQuotient, appeared, came, 8).largest.front().difference, Number("0.5"));
}

TEST(ChangeSplit, APlayerInTwoGroupsIsInTheRest) {
    const std::vector groups{Sums("0", "1"), Sums("0", "1")};
    const auto split = SplitChange(Kind::kDistinct, Sums("0", "1"), groups, 8);
    EXPECT_EQ(split.largest.size(), 2U);
    EXPECT_EQ(split.other_count, 0U);
    EXPECT_EQ(split.rest, Number("-1"));
}

TEST(ChangeSplit, FewLargePartsAreMoreConcentratedThanManySmallOnes) {
    const std::vector one{Sums("0", "90"), Sums("0", "10")};
    std::vector<BeforeAndAfter> many;
    for (int i = 0; i < 10; ++i) many.push_back(Sums("0", "10"));
    EXPECT_EQ(Concentration(SplitChange(Kind::kSum, Sums("0", "100"), one, 8)), Number("100"));
    EXPECT_EQ(Concentration(SplitChange(Kind::kSum, Sums("0", "100"), many, 8)), Number("30"));
    EXPECT_TRUE(Concentration(SplitChange(Kind::kSum, Sums("5", "5"), {}, 8)).IsZero());
}

TEST(ChangeSplit, AbsurdNumbersDoNotStopTheService) {
    const auto huge = Decimal::FromInteger(1'000'000'000'000'000'000).Times(Decimal::FromInteger(1'000'000'000));
    const BeforeAndAfter whole{{huge, huge, Decimal::FromUnits(1)}, {-huge, -huge, Decimal::FromUnits(1)}};
    const std::vector groups(30, whole);
    EXPECT_EQ(SplitChange(Kind::kQuotient, whole, groups, 100).largest.size(), kContributionsMax);
}

}  // namespace
}  // namespace fairlead::comparison
