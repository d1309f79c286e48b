#include "app/commission/adjust.hpp"

#include <gtest/gtest.h>

#include "app/commission/memory_store_test.hpp"

namespace fairlead::app {
namespace {

const Currency kEuro = *Currency::Parse("EUR");

Result<AdjustmentRecord> AdjustBy(MemoryCommission& commission, std::string_view amount, Currency currency) {
    Result<AdjustmentRecord> answer = Fail(ErrorCode::kInternal, "no answer");
    Adjust(commission, {}, {.money = {*Decimal::Parse(amount), currency}},
           [&](Result<AdjustmentRecord> made) { answer = std::move(made); });
    return answer;
}

TEST(Adjust, AnAmountWithTheDigitsOfItsCurrencyIsRecorded) {
    MemoryCommission commission;

    EXPECT_EQ(AdjustBy(commission, "-12.34", kEuro)->money.amount, *Decimal::Parse("-12.34"));
}

TEST(Adjust, AnAmountWithMoreDigitsThanItsCurrencyIsRefused) {
    MemoryCommission commission;

    const auto refused = AdjustBy(commission, "12.345", kEuro);

    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidAmount);
    EXPECT_EQ(refused.error().pointer, "/amount");
    EXPECT_TRUE(commission.steps.empty());
}

TEST(Adjust, ACurrencyThatTheOperatorHasNotDeclaredIsRefused) {
    MemoryCommission commission;

    const auto refused = AdjustBy(commission, "1", *Currency::Parse("USDT"));

    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidCurrency);
    EXPECT_EQ(refused.error().pointer, "/currency");
}

TEST(Adjust, AnAmountHasABoundInBothDirections) {
    MemoryCommission commission;
    EXPECT_TRUE(AdjustBy(commission, "1000000000", kEuro));
    EXPECT_TRUE(AdjustBy(commission, "-1000000000", kEuro));
    for (const std::string_view amount : {"1000000000.01", "-1000000000.01", "999999999999999"}) {
        const auto refused = AdjustBy(commission, amount, kEuro);
        EXPECT_EQ(refused.error().code, ErrorCode::kInvalidAmount) << amount;
        EXPECT_EQ(refused.error().pointer, "/amount") << amount;
    }
}

TEST(Adjust, AMissingMemberIsNotChecked) {
    EXPECT_TRUE(CheckAdjustedMoney({}, std::nullopt, std::nullopt).empty());
    EXPECT_TRUE(CheckAdjustedMoney({}, *Decimal::Parse("12.345"), std::nullopt).empty());
    EXPECT_TRUE(CheckAdjustedMoney({}, std::nullopt, kEuro).empty());
}

}  // namespace
}  // namespace fairlead::app
