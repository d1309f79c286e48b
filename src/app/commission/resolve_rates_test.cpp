#include "app/commission/resolve_rates.hpp"

#include <gtest/gtest.h>

#include "app/commission/memory_store_test.hpp"

namespace fairlead::app {
namespace {

using ResolvingSteps = std::vector<std::string>;

Status Store(MemoryCommission& commission) {
    std::vector<Status> answers;
    StoreRates(commission, {.owner = OperatorId::New(), .actor = "tester"},
               [&](Status stored) { answers.push_back(std::move(stored)); });
    EXPECT_EQ(answers.size(), 1U);
    return answers.back();
}

TEST(ResolveRates, RatesAreStoredAndUnpricedAccrualsArePricedInSteps) {
    MemoryCommission commission;
    commission.waiting = 5;
    commission.resolved_at_once = 2;

    EXPECT_TRUE(Store(commission));

    EXPECT_EQ(commission.waiting, 0);
    EXPECT_EQ(commission.steps, (ResolvingSteps{"store", "resolve", "resolve"}));
}

TEST(ResolveRates, RatesWithoutUnpricedAccrualsTakeOneStep) {
    MemoryCommission commission;

    EXPECT_TRUE(Store(commission));

    EXPECT_EQ(commission.steps, ResolvingSteps{"store"});
}

TEST(ResolveRates, AnErrorEndsThePricing) {
    MemoryCommission commission;
    commission.waiting = 5;
    commission.failure = Error{ErrorCode::kLedgerFailed, "", "the disk is full"};

    EXPECT_EQ(Store(commission).error().code, ErrorCode::kLedgerFailed);

    EXPECT_EQ(commission.steps, ResolvingSteps{"store"});
}

TEST(ResolveRates, InterruptedPricingContinues) {
    MemoryCommission commission;
    commission.waiting = 3;

    ResumeResolving(commission);

    EXPECT_EQ(commission.waiting, 0);
}

}  // namespace
}  // namespace fairlead::app
