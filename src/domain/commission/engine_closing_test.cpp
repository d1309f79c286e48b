#include <gtest/gtest.h>

#include "domain/commission/engine.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// Fees that are paid when a month is closed.
class FixedMonthlyFee : public testing::Test, protected WorkedCase {
protected:
    void AddFee(const TestVersion& version, std::string_view amount) {
        AddVersion(version, {.fixed_monthly = FixedMonthlyTerms{Dec(amount)}});
    }
};

TEST_F(FixedMonthlyFee, ClosingPaysTheWholeFee) {
    Under({.fixed_monthly = FixedMonthlyTerms{Dec("500")}});
    EXPECT_EQ(Earned(), "nothing");
    Close("2026-03");
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.component, Component::kFixedMonthly);
    EXPECT_EQ(accrual.amount, (Money{Dec("500"), Cur("EUR")}));
    EXPECT_EQ(accrual.period, Month("2026-03"));
    EXPECT_EQ(accrual.event_time, At("2026-03-31T23:59:59.999999Z")) << "the last moment of the month";
    EXPECT_EQ(accrual.player, std::nullopt);
    EXPECT_EQ(accrual.event_seq, std::nullopt);
}

TEST_F(FixedMonthlyFee, EachOfTheAffiliatesDealsPaysItsFee) {
    for (const int deal : {1, 2}) AddDeal({.id = Nth<DealId>(deal)});
    AddFee({.deal = 1}, "500");
    AddFee({.deal = 2}, "70");
    SetAffiliate(1, {1, 2});
    Close("2026-03");
    EXPECT_EQ(Earned(), "500, 70");
}

TEST_F(FixedMonthlyFee, TheVersionInForceOnTheLastDayPays) {
    AddDeal({.id = Nth<DealId>(1)});
    AddFee({.number = 1}, "500");
    AddFee({.number = 2, .from = "2026-03-31"}, "600");
    AddFee({.number = 3, .from = "2026-04-01"}, "700");
    SetAffiliate(1, {1});
    Close("2026-03");
    EXPECT_EQ(Earned(), "600");
}

TEST_F(FixedMonthlyFee, ADealThatBeginsAfterTheMonthPaysNoFee) {
    AddDeal({.id = Nth<DealId>(1)});
    AddFee({.from = "2026-04-01"}, "500");
    SetAffiliate(1, {1});
    Close("2026-03");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(FixedMonthlyFee, TheDefaultDealPaysItsFeeToAnAffiliateWithoutADeal) {
    AddDeal({.id = Nth<DealId>(1), .is_default = true});
    AddFee({}, "500");
    SetAffiliate(1, {});
    Close("2026-03");
    EXPECT_EQ(Earned(), "500");
}

TEST_F(FixedMonthlyFee, AFeeOfZeroIsNotRecorded) {
    Under({.fixed_monthly = FixedMonthlyTerms{Dec("0")}});
    Close("2026-03");
    EXPECT_EQ(Earned(), "nothing");
}

}  // namespace
}  // namespace fairlead::commission
