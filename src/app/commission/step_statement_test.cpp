#include "app/commission/step_statement.hpp"

#include <gtest/gtest.h>

#include "app/commission/memory_store_test.hpp"

namespace fairlead::app {
namespace {

Result<StatementRecord> Approve(MemoryCommission& commission) {
    Result<StatementRecord> answer = Fail(ErrorCode::kInternal, "no answer");
    StepStatement(commission, commission, {}, [&](Result<StatementRecord> stepped) { answer = std::move(stepped); });
    return answer;
}

TEST(StepStatement, AClosedStatementChangesItsStatus) {
    MemoryCommission commission;

    EXPECT_EQ(Approve(commission)->status, StatementStatus::kApproved);
}

TEST(StepStatement, AnOpenStatementAllowsNoStep) {
    MemoryCommission commission;
    commission.failure = Error{ErrorCode::kNotFound, "", "there is no such closed statement"};

    EXPECT_EQ(Approve(commission).error().code, ErrorCode::kConflict);
    EXPECT_EQ(commission.steps, (std::vector<std::string>{"step", "statement"}));
}

TEST(StepStatement, AStepThatTheStatusDoesNotAllowIsAConflict) {
    MemoryCommission commission;
    commission.failure = Error{ErrorCode::kConflict, "", "only an approved statement can be paid"};

    EXPECT_EQ(Approve(commission).error().message, "only an approved statement can be paid");
    EXPECT_EQ(commission.steps, std::vector<std::string>{"step"});
}

}  // namespace
}  // namespace fairlead::app
