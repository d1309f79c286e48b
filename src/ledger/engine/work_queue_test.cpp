#include "ledger/engine/work_queue.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

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

class BackgroundWork : public WorkQueueTest {
protected:
    void PushBackground(WorkQueue& queue) {
        ConnectionTask task = [this](const Result<Connection*>&) { ++done_; };
        ASSERT_TRUE(queue.PushBackground(task));
    }
    // Takes and finishes commits of some milliseconds each until background work has had its turn. Returns how long
    // commits came first.
    std::chrono::milliseconds CommitUntilBackground(WorkQueue& queue) {
        const auto began = std::chrono::steady_clock::now();
        while (true) {
            EXPECT_TRUE(Push(queue, kOne, 1));
            auto work = queue.Take();
            if (work->other) {
                work->other(nullptr);
                break;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    }

    int done_ = 0;
};

TEST_F(BackgroundWork, ItHasATurnThoughCommitsAlwaysWait) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    for (int turn = 1; turn <= 3; ++turn) {
        PushBackground(queue);
        CommitUntilBackground(queue);
        EXPECT_EQ(done_, turn);
    }
}

TEST_F(BackgroundWork, ItsNextTurnComesAfterManyCommits) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    for (int i = 0; i < 200; ++i) {
        EXPECT_TRUE(Push(queue, kOne, 1));
        ASSERT_FALSE(queue.Take()->other);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    PushBackground(queue);
    queue.Take()->other(nullptr);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    PushBackground(queue);
    // Background work gets a twentieth of the time, so commits come first for 19 times as long as its last turn took.
    EXPECT_GE(CommitUntilBackground(queue), std::chrono::milliseconds(300));
    EXPECT_EQ(done_, 2);
}

TEST_F(BackgroundWork, WithoutCommitsItWaitsForNobody) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    for (int i = 0; i < 50; ++i) PushBackground(queue);
    for (int i = 0; i < 50; ++i) queue.Take()->other(nullptr);
    EXPECT_EQ(done_, 50);
}

TEST_F(BackgroundWork, AClosedQueueReturnsItAtOnce) {
    WorkQueue queue(WorkQueue::Gather::kAllOperators, 100'000);
    PushBackground(queue);
    PushBackground(queue);
    queue.Close();
    EXPECT_TRUE(queue.Take()->other);
    EXPECT_TRUE(queue.Take()->other);
    EXPECT_FALSE(queue.Take());
}

TEST_F(BackgroundWork, SeveralWorkersTreatItLikeOtherWork) {
    WorkQueue queue(WorkQueue::Gather::kOneOperator, 100'000);
    PushBackground(queue);
    EXPECT_TRUE(Push(queue, kOne, 1));
    EXPECT_TRUE(queue.Take()->other);
    EXPECT_FALSE(queue.Take()->commits.empty());
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
