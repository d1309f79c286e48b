#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/statements/material.hpp"

namespace fairlead::statements {
namespace {

class PayoutCurrency : public testing::Test, protected commission::WorkedCase {
protected:
    PayoutCurrency() {
        plan_.Apply(commission::AffiliateChanged{.affiliate = Nth<AffiliateId>(1), .payout_currency = Cur("JPY")});
    }
    Material March(std::string_view currency = "EUR") const {
        return MaterialOf(plan_, Nth<AffiliateId>(1), Month("2026-03"), Cur(currency));
    }
};

TEST_F(PayoutCurrency, TheLatestRateOfThePeriodIsUsedAndTheResultIsRounded) {
    SetRate("2026-03-30", "EUR", "JPY", "160.5");
    SetRate("2026-04-01", "EUR", "JPY", "170");
    const auto payout = PayoutOf(March(), Dec("10.01"));
    ASSERT_TRUE(payout);
    EXPECT_EQ(payout->money.amount, Dec("1607")) << "1606.605";
    EXPECT_EQ(payout->rate_text, "160.5");
    EXPECT_EQ(payout->rate_date, Day("2026-03-30"));
}

TEST_F(PayoutCurrency, AMissingRateIsNoticedOnlyIfSomethingIsPaid) {
    EXPECT_TRUE(LacksPayoutRate(March(), Dec("10")));
    EXPECT_FALSE(LacksPayoutRate(March(), Dec("0")));
    EXPECT_FALSE(LacksPayoutRate(March("JPY"), Dec("10"))) << "it is the currency of the statement";
    EXPECT_EQ(PayoutOf(March("JPY"), Dec("10")), std::nullopt);
}

TEST_F(PayoutCurrency, ARateThatMakesThePayoutTooLargeIsNotUsed) {
    SetRate("2026-03-30", "EUR", "JPY", "999999999999");
    const Decimal payable = Decimal::Parse("100000000000000000000", Decimal::kSumDigitsMax).value();
    EXPECT_EQ(PayoutOf(March(), payable), std::nullopt);
    EXPECT_TRUE(LacksPayoutRate(March(), payable));
    EXPECT_FALSE(LacksPayoutRate(March(), Dec("1")));
}

TEST_F(PayoutCurrency, TheContentKeepsIt) {
    Statement statement;
    statement.payout = Payout{{Dec("1607"), Cur("JPY")}, "160.5", Day("2026-03-30")};
    const auto read = ReadContent(ContentBytes(statement));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->payout, statement.payout);
}

}  // namespace
}  // namespace fairlead::statements
