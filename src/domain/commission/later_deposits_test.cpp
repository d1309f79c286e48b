#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

// A CPA of 100 for a first deposit of at least 20, and players whose states are stored after every event.
class LaterDepositRules : public testing::Test, protected WorkedCase {
protected:
    void SetUp() override {
        Under({.cpa = CpaTerms{.amount = Dec("100"), .min_first_deposit = Dec("20")}});
        UseNewestRules();
        player_ = {Nth<PlayerId>(7), Nth<BrandId>(1), "DE", Nth<AffiliateId>(1), At("2026-03-01")};
        Happens(events::EventType::kRegistration, std::nullopt);
    }

    // Returns whether the state has changed.
    bool Happens(events::EventType type, const std::optional<Money>& money) {
        PlayerEvent event{++seq_, type, At("2026-03-02"), money};
        event.in_order = true;
        const auto stored = DecodePlayerState(stored_);
        if (!stored) throw std::logic_error("a stored state cannot be read");
        state_ = *stored;
        if (NeedsLaterDeposits(state_, type)) state_.later_deposits.sum = RecordedAfter(*state_.counted_until);
        const bool changed = engine_.OnEvent(player_, state_, event);
        if (changed) stored_ = EncodePlayerState(state_);
        if (type == events::EventType::kDeposit) recorded_.emplace_back(seq_, *money);
        return changed;
    }
    bool Deposits(std::string_view amount, std::string_view currency = "EUR") {
        return Happens(events::EventType::kDeposit, Money{Dec(amount), Cur(currency)});
    }
    bool FirstDeposits(std::string_view amount) {
        return Happens(events::EventType::kFirstDeposit, Money{Dec(amount), Cur("EUR")});
    }
    bool ChargesBack(std::string_view amount) {
        return Happens(events::EventType::kChargeback, Money{Dec(amount), Cur("EUR")});
    }
    void SetSuspended(bool suspended) {
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(1)};
        change.deals = plan_.FindAffiliate(change.affiliate)->deals;
        change.suspended = suspended;
        plan_.Apply(change);
    }
    std::vector<std::string> Paid() {
        std::vector<std::string> amounts;
        for (const Accrual& accrual : engine_.TakeAccruals()) amounts.push_back(accrual.amount.amount.ToString());
        return amounts;
    }

    PlayerState state_;

private:
    Decimal RecordedAfter(std::int64_t seq) const {
        Decimal sum;
        for (const auto& [number, money] : recorded_) {
            if (number > seq && money.currency == Cur("EUR")) sum += money.amount;
        }
        return sum;
    }

    Player player_;
    std::string stored_;
    std::int64_t seq_ = 0;
    std::vector<std::pair<std::int64_t, Money>> recorded_;
};

using Amounts = std::vector<std::string>;

TEST_F(LaterDepositRules, DepositsOfAQualifiedPlayerDoNotChangeItsState) {
    EXPECT_TRUE(FirstDeposits("30"));
    EXPECT_FALSE(Deposits("100"));
    EXPECT_FALSE(Deposits("5"));
    EXPECT_EQ(Paid(), Amounts{"100"});
}

TEST_F(LaterDepositRules, DepositsOfAPlayerThatHasNotQualifiedChangeItsState) {
    EXPECT_TRUE(FirstDeposits("10"));
    EXPECT_TRUE(Deposits("100"));
}

TEST_F(LaterDepositRules, AChargebackIsComparedWithAllDeposits) {
    FirstDeposits("30");
    Deposits("100");
    EXPECT_TRUE(ChargesBack("110")) << "20 are left";
    EXPECT_EQ(Paid(), Amounts{"100"});
    Deposits("50");
    ChargesBack("50");
    EXPECT_EQ(Paid(), Amounts{}) << "20 are left again";
    ChargesBack("0.01");
    EXPECT_EQ(Paid(), Amounts{"-100"});
    EXPECT_EQ(state_.counted_until, std::nullopt);
    EXPECT_EQ(state_.deposits, Dec("180"));
}

TEST_F(LaterDepositRules, ADepositDuringASuspensionDoesNotCount) {
    FirstDeposits("30");
    SetSuspended(true);
    Deposits("100");
    SetSuspended(false);
    Deposits("10");
    ChargesBack("20");
    EXPECT_EQ(Paid(), Amounts{"100"}) << "30 and 10 less 20 are enough";
    ChargesBack("0.01");
    EXPECT_EQ(Paid(), Amounts{"-100"});
}

TEST_F(LaterDepositRules, AConvertedDepositIsPartOfTheState) {
    SetRate("2026-03-01", "USD", "EUR", "0.5");
    FirstDeposits("30");
    EXPECT_FALSE(Deposits("10"));
    EXPECT_TRUE(Deposits("100", "USD"));
    ChargesBack("70");
    EXPECT_EQ(Paid(), Amounts{"100"}) << "30, 10 and 50 less 70 are enough";
}

TEST_F(LaterDepositRules, AfterAClawbackDepositsDoNotMatter) {
    FirstDeposits("30");
    Deposits("5");
    ChargesBack("30");
    EXPECT_EQ(Paid(), (Amounts{"100", "-100"}));
    EXPECT_FALSE(Deposits("100"));
}

// Its deposits are part of the state. After its next deposit, further deposits are left to the record.
TEST_F(LaterDepositRules, APlayerThatQualifiedUnderEarlierRulesKeepsItsDeposits) {
    plan_.Apply(RulesChanged{kRulesOfSuspension});
    FirstDeposits("30");
    EXPECT_TRUE(Deposits("40"));
    EXPECT_EQ(state_.counted_until, std::nullopt);
    UseNewestRules();
    EXPECT_TRUE(Deposits("50"));
    EXPECT_FALSE(Deposits("60"));
    EXPECT_EQ(state_.deposits, Dec("120"));
    ChargesBack("160");
    EXPECT_EQ(Paid(), Amounts{"100"}) << "180 less 160 are enough";
    EXPECT_EQ(state_.deposits, Dec("180"));
}

}  // namespace
}  // namespace fairlead::commission
