#include "ledger/engine/work_queue.hpp"

#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

const OperatorId kOne = OperatorId::New();
const OperatorId kTwo = OperatorId::New();

class WorkQueueTest : public testing::Test {
protected:
    CommitTask Task(OperatorId owner, std::size_t events) {
        return {owner, std::span(events_).first(events), [](auto) {}, nullptr};
    }
    bool Push(WorkQueue& queue, OperatorId owner, std::size_t events) {
        CommitTask task = Task(owner, events);
        return queue.PushCommit(task);
    }

    std::vector<events::SubmittedEvent> events_{10'000};
};

TEST_F(WorkQueueTest, WaitingCommitsAreTakenTogether) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    EXPECT_TRUE(Push(queue, kOne, 3));
    EXPECT_TRUE(Push(queue, kTwo, 4));
    const auto work = queue.Take();
    EXPECT_EQ(work->commits.size(), 2U);
    EXPECT_EQ(queue.waiting_weight(), 0U);
}

TEST_F(WorkQueueTest, MoreThanTheBoundIsRefused) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 10);
    EXPECT_TRUE(Push(queue, kOne, 10));
    EXPECT_FALSE(Push(queue, kOne, 1));
    queue.Take();
    EXPECT_TRUE(Push(queue, kOne, 1));
}

TEST_F(WorkQueueTest, OneCommitTakesABoundedNumberOfEventsInOrder) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    EXPECT_TRUE(Push(queue, kOne, 5000));
    EXPECT_TRUE(Push(queue, kOne, 5000));
    EXPECT_TRUE(Push(queue, kOne, 1));
    EXPECT_EQ(queue.Take()->commits.size(), 1U);
    EXPECT_EQ(queue.Take()->commits.size(), 2U);
}

TEST_F(WorkQueueTest, OnlyOneWorkerHasAnOperatorAtATime) {
    WorkQueue queue(WorkQueue::Gather::kOneOperator, 100'000);
    EXPECT_TRUE(Push(queue, kOne, 1));
    EXPECT_EQ(queue.Take()->commits.front().owner, kOne);
    EXPECT_TRUE(Push(queue, kOne, 1));
    EXPECT_TRUE(Push(queue, kTwo, 1));
    EXPECT_EQ(queue.Take()->commits.front().owner, kTwo);
    queue.Release(kOne);
    EXPECT_EQ(queue.Take()->commits.front().owner, kOne);
}

TEST_F(WorkQueueTest, AClosedQueueIsEmptiedAndThenReturnsNothing) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100);
    EXPECT_TRUE(Push(queue, kOne, 1));
    queue.Close();
    EXPECT_FALSE(Push(queue, kOne, 1));
    EXPECT_EQ(queue.Take()->commits.size(), 1U);
    EXPECT_FALSE(queue.Take());
}

}  // namespace
}  // namespace fairlead::ledger
