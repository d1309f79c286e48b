#include "ledger/engine/work_queue.hpp"

#include <algorithm>
#include <functional>
#include <string>

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

TEST_F(WorkQueueTest, AFullTransactionIsSharedByTheOperatorsThatWait) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    for (int i = 0; i < 500; ++i) EXPECT_TRUE(Push(queue, kOne, 100));
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(Push(queue, kTwo, 100));
    const auto work = queue.Take();
    const auto of_two = std::ranges::count(work->commits, kTwo, &CommitTask::owner);
    EXPECT_GE(of_two, 40);
    EXPECT_LE(work->commits.size(), 82U);
}

TEST_F(WorkQueueTest, ALateOperatorIsInTheNextTransactionOfAllOperators) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    for (int i = 0; i < 900; ++i) EXPECT_TRUE(Push(queue, kOne, 100));
    EXPECT_TRUE(Push(queue, kTwo, 1));
    EXPECT_EQ(std::ranges::count(queue.Take()->commits, kTwo, &CommitTask::owner), 1);
}

TEST_F(WorkQueueTest, AWorkerGoesToAnotherOperatorAfterATransaction) {
    WorkQueue queue(WorkQueue::Gather::kOneOperator, 100'000);
    for (int i = 0; i < 500; ++i) EXPECT_TRUE(Push(queue, kOne, 100));
    EXPECT_TRUE(Push(queue, kTwo, 1));
    EXPECT_EQ(queue.Take()->commits.front().owner, kOne);
    queue.Release(kOne);
    EXPECT_EQ(queue.Take()->commits.front().owner, kTwo);
    queue.Release(kTwo);
    EXPECT_EQ(queue.Take()->commits.front().owner, kOne);
}

TEST_F(WorkQueueTest, TasksOfAnOperatorKeepTheirOrder) {
    for (const auto gather : {WorkQueue::Gather::kAllOperators, WorkQueue::Gather::kOneOperator}) {
        WorkQueue queue(gather, 1'000'000);
        for (std::size_t i = 1; i <= 200; ++i) {
            EXPECT_TRUE(Push(queue, kOne, i));
            EXPECT_TRUE(Push(queue, kTwo, 201 - i));
        }
        std::vector<std::size_t> of_one;
        std::vector<std::size_t> of_two;
        while (queue.waiting_weight() > 0) {
            const auto work = queue.Take();
            for (const CommitTask& task : work->commits) {
                (task.owner == kOne ? of_one : of_two).push_back(task.weight());
            }
            queue.Release(work->commits.front().owner);
        }
        ASSERT_EQ(of_one.size() + of_two.size(), 400U);
        EXPECT_TRUE(std::ranges::is_sorted(of_one));
        EXPECT_TRUE(std::ranges::is_sorted(of_two, std::greater()));
    }
}

TEST_F(WorkQueueTest, AnOperatorThatHasFilledTheQueueIsRefusedAndOthersAreNot) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 1000);
    EXPECT_TRUE(Push(queue, kOne, 1000));
    EXPECT_FALSE(Push(queue, kOne, 1));
    EXPECT_TRUE(Push(queue, kTwo, 100));
    EXPECT_FALSE(Push(queue, kTwo, 1));
    // All reserved parts together are bounded too.
    for (int i = 0; i < 9; ++i) EXPECT_TRUE(Push(queue, OperatorId::New(), 100));
    EXPECT_FALSE(Push(queue, OperatorId::New(), 1));
    queue.Take();
    EXPECT_TRUE(Push(queue, kOne, 1));
}

TEST_F(WorkQueueTest, OperatorsTakeTurnsWithOtherTasks) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100);
    std::string order;
    const auto push = [&](OperatorId owner, char name) {
        ConnectionTask task = [&order, name](const Result<Connection*>&) { order += name; };
        return queue.Push(task, owner).has_value();
    };
    for (int i = 0; i < 10'000; ++i) ASSERT_TRUE(push(kOne, 'a'));
    EXPECT_FALSE(push(kOne, 'a'));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(push(kTwo, 'b'));
    for (int i = 0; i < 6; ++i) queue.Take()->other(nullptr);
    EXPECT_EQ(order, "ababab");
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
