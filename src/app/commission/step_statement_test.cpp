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

Result<std::vector<BulkStepResult>> ApproveAll(MemoryCommission& commission, std::vector<StatementId> ids) {
    Result<std::vector<BulkStepResult>> answer = Fail(ErrorCode::kInternal, "no answer");
    BulkStepRequest request;
    request.statements = std::move(ids);
    StepStatements(commission, std::move(request), [&](auto stepped) { answer = std::move(stepped); });
    return answer;
}

TEST(StepStatements, AllStatementsAreSteppedSomeAtOnce) {
    MemoryCommission commission;
    const std::vector<StatementId> ids{StatementId::New(), StatementId(), StatementId::New()};

    const auto results = ApproveAll(commission, ids);

    ASSERT_TRUE(results);
    ASSERT_EQ(results->size(), 3U);
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ((*results)[i].statement, ids[i]);
    EXPECT_EQ((*results)[0].status, StatementStatus::kApproved);
    EXPECT_EQ((*results)[1].error->code, ErrorCode::kConflict);
    EXPECT_EQ((*results)[2].status, StatementStatus::kApproved);
    EXPECT_EQ(commission.steps, (std::vector<std::string>{"stepSome", "stepSome"}));
}

TEST(StepStatements, AFailureEndsTheRequest) {
    MemoryCommission commission;
    commission.failure = Error{ErrorCode::kUnavailable, "", "the ledger cannot be reached"};

    EXPECT_EQ(ApproveAll(commission, {StatementId::New()}).error().code, ErrorCode::kUnavailable);
}

}  // namespace
}  // namespace fairlead::app
