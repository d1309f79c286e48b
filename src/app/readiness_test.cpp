#include "app/readiness.hpp"

#include <chrono>
#include <deque>
#include <thread>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

// A ledger whose probes are answered when the test says so.
class ProbedLedger : public Ledger {
public:
    void Probe(StatusDone done) override { waiting.push_back(std::move(done)); }
    void AnswerProbe(Status status) {
        StatusDone done = std::move(waiting.front());
        waiting.pop_front();
        done(std::move(status));
    }

    void Ingest(OperatorId, std::span<const events::SubmittedEvent>, IngestDone) override { FAIL(); }
    void Apply(CatalogueChange, StatusDone) override { FAIL(); }
    void NoteKeyUse(std::vector<KeyUse>) override { FAIL(); }
    void ReadAudit(OperatorId, AuditQuery, AuditDone) override { FAIL(); }
    void ReadHealth(OperatorId, HealthDone) override { FAIL(); }
    Result<std::vector<OperatorVersion>> OperatorVersions() override { return std::vector<OperatorVersion>(); }
    Result<OperatorRecords> LoadOperator(OperatorId) override { return Fail(ErrorCode::kNotFound, "no operator"); }
    Result<bool> EmailExists(const std::string&) override { return false; }
    Result<std::string> SettingOrStore(const std::string&, const std::string& value) override { return value; }
    void ListenForCatalogueChanges(std::function<void()>) override { FAIL(); }
    RateAuthority* rate_authority() override { return nullptr; }
    void Stop() override {}

    std::deque<StatusDone> waiting;
};

class ReadinessTest : public testing::Test {
protected:
    void Ask() {
        readiness_.Check([this](bool ready) { answers_.push_back(ready); });
    }

    ProbedLedger ledger_;
    Readiness readiness_{ledger_};
    std::vector<bool> answers_;
};

TEST_F(ReadinessTest, IsFoundOutByWriting) {
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

TEST_F(ReadinessTest, QuestionsThatComeTogetherShareOneWrite) {
    for (int i = 0; i < 3; ++i) Ask();
    ASSERT_EQ(ledger_.waiting.size(), 1U);
    ledger_.AnswerProbe({});
    EXPECT_EQ(answers_, (std::vector{true, true, true}));
}

TEST_F(ReadinessTest, AnAnswerIsGoodForASecond) {
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

TEST_F(ReadinessTest, WhileAWriteHangsLaterQuestionsAreAnsweredWithNo) {
    Ask();
    std::this_thread::sleep_for(std::chrono::milliseconds(2050));
    Ask();
    EXPECT_EQ(answers_, std::vector{false});
    EXPECT_EQ(ledger_.waiting.size(), 1U);
    // When it gets through after all, whoever still waits hears of it, and so does the next.
    ledger_.AnswerProbe({});
    Ask();
    EXPECT_EQ(answers_, (std::vector{false, true, true}));
}

}  // namespace
}  // namespace fairlead::app
