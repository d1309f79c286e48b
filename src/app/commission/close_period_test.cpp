#include "app/commission/close_period.hpp"

#include <gtest/gtest.h>

#include "app/commission/memory_store_test.hpp"

namespace fairlead::app {
namespace {

using ClosingSteps = std::vector<std::string>;

class ClosePeriodTest : public testing::Test {
protected:
    ClosePeriodTest() {
        for (const AffiliateId& affiliate : affiliates_) commission_.open.insert(affiliate);
    }

    Result<CloseOutcome> Close(std::optional<AffiliateId> affiliate = std::nullopt,
                               std::optional<RequestKey> key = std::nullopt) {
        int answers = 0;
        Result<CloseOutcome> answer = Fail(ErrorCode::kInternal, "no answer");
        ClosePeriod(commission_, commission_, {.affiliate = affiliate, .key = key}, [&](Result<CloseOutcome> outcome) {
            ++answers;
            answer = std::move(outcome);
        });
        EXPECT_EQ(answers, 1);
        return answer;
    }

    const std::vector<AffiliateId> affiliates_{AffiliateId::New(), AffiliateId::New(), AffiliateId::New()};
    MemoryCommission commission_;
};

TEST_F(ClosePeriodTest, MoneyWithoutARateIsReturnedAndNothingIsClosed) {
    commission_.unpriced = true;

    const auto outcome = Close();

    ASSERT_TRUE(outcome);
    ASSERT_EQ(outcome->unpriced.size(), 1U);
    EXPECT_EQ(outcome->unpriced.front().currency.code(), "SEK");
    EXPECT_TRUE(outcome->statements.empty());
    EXPECT_EQ(commission_.steps, ClosingSteps{"unpriced"});
}

TEST_F(ClosePeriodTest, ARepeatedRequestWithItsKeyClosesNothingAndGetsTheSameAnswer) {
    const auto first = Close(affiliates_[0], RequestKey());
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->fresh);
    EXPECT_EQ(commission_.steps, (ClosingSteps{"findKey", "unpriced", "find", "close", "note", "read"}));
    commission_.steps.clear();
    // Changes after the first request do not matter.
    commission_.unpriced = true;
    commission_.open.insert(affiliates_[0]);

    const auto again = Close(affiliates_[0], RequestKey());

    ASSERT_TRUE(again);
    EXPECT_TRUE(again->fresh);
    EXPECT_TRUE(again->unpriced.empty());
    EXPECT_EQ(commission_.steps, (ClosingSteps{"findKey", "read"}));
}

TEST_F(ClosePeriodTest, ARefusedRequestDoesNotUseItsKey) {
    commission_.unpriced = true;
    EXPECT_FALSE(Close(affiliates_[0], RequestKey())->unpriced.empty());
    EXPECT_EQ(commission_.noted, std::nullopt);
    commission_.unpriced = false;
    EXPECT_TRUE(Close(affiliates_[0], RequestKey())->fresh);
    EXPECT_EQ(commission_.noted, true);
}

TEST_F(ClosePeriodTest, AMonthIsClosedStepByStepAndThenForAllAffiliates) {
    commission_.closed_at_once = 2;

    const auto outcome = Close();

    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->fresh);
    EXPECT_EQ(outcome->statements.size(), 3U);
    EXPECT_EQ(commission_.steps, (ClosingSteps{"unpriced", "find", "close", "close", "all", "read"}));
}

TEST_F(ClosePeriodTest, AnAffiliateThatEarnsSomethingDuringTheCloseIsClosedToo) {
    commission_.closed_at_once = 10;
    const AffiliateId late = AffiliateId::New();
    commission_.earn_during_close = {late};

    const auto outcome = Close();

    ASSERT_TRUE(outcome);
    EXPECT_EQ(commission_.closed.back(), late);
    EXPECT_EQ(commission_.steps, (ClosingSteps{"unpriced", "find", "close", "all", "find", "close", "all", "read"}));
}

TEST_F(ClosePeriodTest, ClosingOneAffiliateDoesNotCloseTheMonthForAll) {
    const auto outcome = Close(affiliates_[1]);

    ASSERT_TRUE(outcome);
    EXPECT_EQ(commission_.closed, std::vector{affiliates_[1]});
    EXPECT_EQ(commission_.steps, (ClosingSteps{"unpriced", "find", "close", "read"}));
}

TEST_F(ClosePeriodTest, AMonthThatWasClosedBeforeIsNotFresh) {
    commission_.open.clear();

    const auto outcome = Close();

    ASSERT_TRUE(outcome);
    EXPECT_FALSE(outcome->fresh);
}

TEST_F(ClosePeriodTest, AfterAnErrorClosingAgainContinues) {
    commission_.failure = Error{ErrorCode::kConflict, "", "an earlier month is open"};
    EXPECT_EQ(Close().error().code, ErrorCode::kConflict);
    EXPECT_EQ(commission_.steps, ClosingSteps{"unpriced"});

    EXPECT_TRUE(Close());
    EXPECT_EQ(commission_.closed.size(), 3U);
}

}  // namespace
}  // namespace fairlead::app
