#include "app/readiness.hpp"

#include <chrono>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// A ledger whose probes are answered by the test.
class ProbedLedger {
public:
    void Probe(StatusDone done) { waiting.push_back(std::move(done)); }
    void AnswerProbe(Status status) {
        StatusDone done = std::move(waiting.front());
        waiting.pop_front();
        done(std::move(status));
    }

    std::deque<StatusDone> waiting;
};

class ReadinessTest : public testing::Test {
protected:
    void Ask() {
        readiness_.Check([this](bool ready) { answers_.push_back(ready); });
    }

    ProbedLedger ledger_;
    Readiness readiness_{[this](StatusDone done) { ledger_.Probe(std::move(done)); }};
    std::vector<bool> answers_;
};

TEST_F(ReadinessTest, IsCheckedByWriting) {
    Ask();
    EXPECT_TRUE(answers_.empty());
    ASSERT_EQ(ledger_.waiting.size(), 1U);
    ledger_.AnswerProbe({});
    EXPECT_EQ(answers_, std::vector{true});
}

TEST_F(ReadinessTest, ALedgerThatCannotWriteIsNotReady) {
    Ask();
    ledger_.AnswerProbe(Fail(ErrorCode::kLedgerFailed, "the disk is full"));
    EXPECT_EQ(answers_, std::vector{false});
}

TEST_F(ReadinessTest, ConcurrentRequestsShareOneWrite) {
    for (int i = 0; i < 3; ++i) Ask();
    ASSERT_EQ(ledger_.waiting.size(), 1U);
    ledger_.AnswerProbe({});
    EXPECT_EQ(answers_, (std::vector{true, true, true}));
}

TEST_F(ReadinessTest, AResultIsValidForASecond) {
    Ask();
    ledger_.AnswerProbe({});
    Ask();
    EXPECT_EQ(answers_, (std::vector{true, true}));
    EXPECT_TRUE(ledger_.waiting.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    Ask();
    EXPECT_EQ(answers_.size(), 2U);
    ASSERT_EQ(ledger_.waiting.size(), 1U);
    ledger_.AnswerProbe(Fail(ErrorCode::kLedgerFailed, "the disk is full"));
    EXPECT_EQ(answers_, (std::vector{true, true, false}));
}

TEST_F(ReadinessTest, WhileAWriteHangsLaterRequestsAreAnsweredWithFalse) {
    Ask();
    std::this_thread::sleep_for(std::chrono::milliseconds(2050));
    Ask();
    EXPECT_EQ(answers_, std::vector{false});
    EXPECT_EQ(ledger_.waiting.size(), 1U);
    // When the write completes after all, the waiting requests and the next one get its result.
    ledger_.AnswerProbe({});
    Ask();
    EXPECT_EQ(answers_, (std::vector{false, true, true}));
}

}  // namespace
}  // namespace fairlead::app
