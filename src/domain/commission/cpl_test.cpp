#include <gtest/gtest.h>

#include "domain/commission/components.hpp"
#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

class CplRules : public testing::Test, protected WorkedCase {};

TEST_F(CplRules, ARegistrationPaysTheAmount) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    const Accrual accrual = OnlyAccrual();
    EXPECT_EQ(accrual.component, Component::kCpl);
    EXPECT_EQ(accrual.amount, (Money{Dec("5"), Cur("EUR")}));
    EXPECT_EQ(accrual.rate, Dec("5"));
    EXPECT_EQ(accrual.event_seq, LastEvent());
    EXPECT_EQ(accrual.player, Nth<PlayerId>(1));
}

TEST_F(CplRules, EachPlayerPaysOnce) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register({.player = 1});
    Register({.player = 2});
    EXPECT_EQ(Earned(), "5, 5");
}

TEST_F(CplRules, OtherEventsPayNothing) {
    Under({.cpl = CplTerms{Dec("5")}});
    Register();
    EXPECT_EQ(Earned(), "5");
    FirstDeposit("100");
    Deposit("100");
    Ngr("100");
    Chargeback("100");
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CplRules, AnAmountOfZeroIsNotRecorded) {
    Under({.cpl = CplTerms{Dec("0")}});
    Register();
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(CplRules, TheAmountIsInTheDealsCurrency) {
    Under({.currency = Cur("GBP"), .cpl = CplTerms{Dec("5")}});
    Register();
    EXPECT_EQ(OnlyAccrual().amount, (Money{Dec("5"), Cur("GBP")}));
}

}  // namespace
}  // namespace fairlead::commission
