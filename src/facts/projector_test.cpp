#include "facts/projector.hpp"

#include <atomic>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "facts/memory_blocks_test.hpp"

namespace fairlead::facts {
namespace {

using namespace std::chrono_literals;
using app::BlockMark;
using app::ProjectionHold;
using tracking::NthId;
using State = app::RebuildProgress::State;

// Where a store can fail: before anything has happened, or after everything has happened and only the response is lost.
enum class Fault : std::uint8_t { kNone, kMarks, kAppend, kCommit, kCommitAnswer, kForget };

// A store in memory. Like real stores, it accepts facts with their marks, completely or not at all.
class MemoryStore final : public app::FactStore {
public:
    Result<std::vector<BlockMark>> Marks() override {
        const std::lock_guard lock(mutex_);
        if (Fails(Fault::kMarks)) return Failed();
        ++marks_asked;
        std::vector<BlockMark> marks;
        for (const auto& [owner, mark] : marks_) marks.push_back(mark);
        return marks;
    }
    Result<std::unique_ptr<app::FactAppender>> Append() override {
        const std::lock_guard lock(mutex_);
        if (Fails(Fault::kAppend)) return Failed();
        return std::make_unique<Appender>(*this);
    }
    Status Forget(std::optional<OperatorId> owner) override {
        const std::lock_guard lock(mutex_);
        if (Fails(Fault::kForget)) return Failed();
        ++forgotten;
        if (owner) {
            facts_.erase(*owner);
            marks_.erase(*owner);
        } else {
            facts_.clear();
            marks_.clear();
        }
        return {};
    }
    Status Sum(const app::SumQuestion&, const std::function<void(const app::SumRow&)>&) override { return {}; }
    Status CountDistinct(const app::DistinctQuestion&, const std::function<void(const app::DistinctRow&)>&) override {
        return {};
    }

    std::int64_t Facts(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        return facts_[owner];
    }
    std::int64_t Mark(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        return marks_.contains(owner) ? marks_[owner].block : 0;
    }
    void Put(const BlockMark& mark, std::int64_t facts) {
        const std::lock_guard lock(mutex_);
        marks_[mark.owner] = mark;
        facts_[mark.owner] = facts;
    }
    // Fails this many times from now on, every second time with an exception.
    void Break(Fault fault, int times) {
        const std::lock_guard lock(mutex_);
        fault_ = fault;
        times_ = times;
    }
    bool IsBroken() {
        const std::lock_guard lock(mutex_);
        return times_ > 0;
    }
    std::vector<std::size_t> commits() {
        const std::lock_guard lock(mutex_);
        return commits_;
    }

    std::atomic<int> marks_asked{0};
    std::atomic<int> forgotten{0};

private:
    class Appender final : public app::FactAppender {
    public:
        explicit Appender(MemoryStore& store) : store_(store) {}
        void Add(const reporting::FactRow& row) override { facts_[row.owner] += row.weight; }
        Status Commit(std::span<const BlockMark> marks) override { return store_.Take(facts_, marks); }

    private:
        MemoryStore& store_;
        std::map<OperatorId, std::int64_t> facts_;
    };

    Status Take(const std::map<OperatorId, std::int64_t>& facts, std::span<const BlockMark> marks) {
        const std::lock_guard lock(mutex_);
        if (Fails(Fault::kCommit)) return Failed();
        for (const auto& [owner, count] : facts) facts_[owner] += count;
        for (const BlockMark& mark : marks) marks_[mark.owner] = mark;
        commits_.push_back(marks.size());
        if (Fails(Fault::kCommitAnswer)) return Failed();
        return {};
    }
    bool Fails(Fault fault) {
        if (fault != fault_ || times_ <= 0) return false;
        --times_;
        return true;
    }
    std::unexpected<Error> Failed() const {
        if (times_ % 2 == 1) throw std::runtime_error("the store is broken");
        return Fail(ErrorCode::kFactsFailed, "the store is broken");
    }

    std::mutex mutex_;
    std::map<OperatorId, std::int64_t> facts_;
    std::map<OperatorId, BlockMark> marks_;
    std::vector<std::size_t> commits_;
    Fault fault_ = Fault::kNone;
    int times_ = 0;
};

class ProjectorTest : public testing::Test {
protected:
    static OperatorId Nth(std::uint64_t n) { return NthId<OperatorId>(n); }

    void Start(ProjectorOptions options = {}) {
        options.pause = 2ms;
        options.retry_pause_min = 1ms;
        options.retry_pause_max = 4ms;
        projector_ = std::make_unique<Projector>(blocks_, store_, options, metrics_);
        projector_->Start();
    }
    bool Becomes(const std::function<bool()>& condition) {
        for (const auto deadline = std::chrono::steady_clock::now() + 120s; !condition();) {
            if (std::chrono::steady_clock::now() > deadline) return false;
            std::this_thread::sleep_for(1ms);
        }
        return true;
    }
    bool IsWhole(OperatorId owner) { return store_.Facts(owner) == blocks_.Facts(owner); }
    bool CatchesUp(OperatorId owner) {
        return Becomes([&] { return IsWhole(owner) && projector_->Lag(owner).blocks == 0; });
    }
    double damaged() { return metrics_.fact_blocks_damaged.Value(); }

    telemetry::Metrics metrics_;
    MemoryBlocks blocks_;
    MemoryStore store_;
    std::unique_ptr<Projector> projector_;
};

TEST_F(ProjectorTest, ExistingAndLaterBlocksAreProjected) {
    for (int i = 0; i < 5; ++i) blocks_.Write(Nth(1), 3);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(store_.Mark(Nth(1)), 5);
    blocks_.Write(Nth(1), 4);
    blocks_.Write(Nth(2), 2);
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
    EXPECT_EQ(store_.Facts(Nth(1)), 19);
    EXPECT_EQ(metrics_.facts_projected.Value(), 21);
    EXPECT_EQ(store_.forgotten, 0);
    EXPECT_EQ(store_.marks_asked, 1);
}

TEST_F(ProjectorTest, SeveralOperatorsAreProjectedInOneStep) {
    for (std::uint64_t n = 1; n <= 20; ++n) blocks_.Write(Nth(n), 5);
    Start();
    for (std::uint64_t n = 1; n <= 20; ++n) EXPECT_TRUE(CatchesUp(Nth(n)));
    EXPECT_EQ(store_.commits(), std::vector<std::size_t>{20});
}

TEST_F(ProjectorTest, ALargeBacklogIsProjectedInPartsAndDoesNotDelayOthers) {
    for (int i = 0; i < 100; ++i) blocks_.Write(Nth(1), 100);
    blocks_.Write(Nth(2), 1);
    Start({.facts_per_append = 2000});
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
    EXPECT_GE(store_.commits().size(), 5U);
    EXPECT_EQ(store_.commits().front(), 2U);
}

TEST_F(ProjectorTest, AFailureAtAnyPointLosesAndDuplicatesNothing) {
    for (const Fault fault : {Fault::kMarks, Fault::kAppend, Fault::kCommit, Fault::kCommitAnswer, Fault::kForget}) {
        projector_.reset();
        const double failures = metrics_.projector_failures.Value();
        store_.Break(fault, 3);
        // So that it has something to forget.
        if (fault == Fault::kForget) store_.Put({Nth(3), 9, {1}}, 9);
        Start();
        for (int i = 0; i < 30; ++i) {
            blocks_.Write(Nth(1), 2);
            blocks_.Write(Nth(2), 1);
            std::this_thread::sleep_for(500us);
        }
        EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
        EXPECT_FALSE(store_.IsBroken());
        EXPECT_EQ(metrics_.projector_failures.Value() - failures, 3);
    }
}

TEST_F(ProjectorTest, TheProjectorWaitsForAnUnavailableLedger) {
    blocks_.failing = true;
    blocks_.Write(Nth(1), 1);
    Start();
    EXPECT_TRUE(Becomes([&] { return metrics_.projector_failures.Value() >= 2; }));
    blocks_.failing = false;
    EXPECT_TRUE(CatchesUp(Nth(1)));
}

TEST_F(ProjectorTest, AnotherProcessContinuesWhereThisOneStopped) {
    blocks_.Write(Nth(1), 1);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    projector_->Stop();
    blocks_.Write(Nth(1), 2);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(store_.Facts(Nth(1)), 3);
    EXPECT_EQ(store_.forgotten, 0);
}

TEST_F(ProjectorTest, AStoreAheadOfTheLedgerIsProjectedAgain) {
    for (int i = 0; i < 3; ++i) blocks_.Write(Nth(1), 1);
    store_.Put({Nth(1), 9, {kStart + 9000}}, 9);
    store_.Put({Nth(2), 1, {kStart + 1000}}, 5);  // An operator that is not in this ledger.
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
    EXPECT_EQ(store_.Facts(Nth(1)), 3);
    EXPECT_EQ(store_.Facts(Nth(2)), 0);
}

TEST_F(ProjectorTest, AMarkThatNamesAnotherBlockThanTheLedgerIsProjectedAgain) {
    for (int i = 0; i < 3; ++i) blocks_.Write(Nth(1), 1);
    for (const std::int64_t block : {std::int64_t{2}, std::int64_t{3}}) {
        store_.Put({Nth(1), block, {kStart + block * 1000 - 1}}, 100);
        Start();
        EXPECT_TRUE(CatchesUp(Nth(1)));
        projector_->Stop();
    }
    EXPECT_EQ(store_.forgotten, 2);
}

TEST_F(ProjectorTest, ALedgerThatIsSetBackWhileItRunsIsProjectedAgain) {
    for (int i = 0; i < 5; ++i) blocks_.Write(Nth(1), 2);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    blocks_.Alter(Nth(1), [](auto& blocks) { blocks.resize(2); });
    EXPECT_TRUE(CatchesUp(Nth(1)));
    blocks_.ShiftTimes();
    blocks_.Write(Nth(1), 7);
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(store_.forgotten, 1);
}

TEST_F(ProjectorTest, AStoreThatWasReplacedByAnEmptyOneIsFilledAgain) {
    for (int i = 0; i < 5; ++i) blocks_.Write(Nth(1), 2);
    blocks_.Write(Nth(2), 3);
    Start({.compare_every = 5ms});
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
    EXPECT_TRUE(store_.Forget(Nth(1)));
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_TRUE(store_.Forget(std::nullopt));
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
}

TEST_F(ProjectorTest, ADamagedBlockIsReportedAndBlocksNothing) {
    for (int i = 0; i < 3; ++i) blocks_.Write(Nth(1), 2);
    blocks_.Alter(Nth(1), [](auto& blocks) {
        blocks[1].bytes.clear();
        blocks[1].fact_count = 0;
    });
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(store_.Facts(Nth(1)), 4);
    EXPECT_EQ(damaged(), 1);
}

TEST_F(ProjectorTest, AMissingBlockIsReportedAndBlocksNothing) {
    for (int i = 0; i < 4; ++i) blocks_.Write(Nth(1), 2);
    blocks_.Alter(Nth(1), [](auto& blocks) { blocks.erase(blocks.begin() + 1); });
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(store_.Facts(Nth(1)), 6);
    EXPECT_EQ(damaged(), 1);
}

TEST_F(ProjectorTest, TheLagIsTheAgeOfTheOldestMissingFact) {
    store_.Break(Fault::kCommit, 1'000'000);
    for (int i = 0; i < 3; ++i) blocks_.Write(Nth(1), 1);
    Start();
    EXPECT_TRUE(Becomes([&] { return projector_->Lag(Nth(1)).blocks == 3; }));
    const double age = static_cast<double>(Now().micros - (kStart + 1000)) / 1e6;
    EXPECT_TRUE(Becomes([&] { return std::abs(projector_->Lag(Nth(1)).seconds - age) < 30; }));
    EXPECT_TRUE(Becomes([&] { return metrics_.projector_blocks_behind.Value() == 3; }));
    EXPECT_TRUE(Becomes([&] { return metrics_.projector_lag_seconds.Value() > age - 30; }));
    EXPECT_EQ(projector_->Lag(Nth(2)).blocks, 0);
    store_.Break(Fault::kNone, 0);
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(projector_->Lag(Nth(1)).seconds, 0);
}

TEST_F(ProjectorTest, TheLagNamesTheStartOfTheLastCheckThatSucceeded) {
    Start();
    EXPECT_TRUE(Becomes([&] { return projector_->Lag(Nth(1)).checked_at > 0; }));
    blocks_.failing = true;
    EXPECT_TRUE(Becomes([&] { return metrics_.projector_failures.Value() > 0; }));
    const std::int64_t recorded = SteadyMicros();
    blocks_.Write(Nth(1), 1);
    // No check has seen the block, so the lag is that of an earlier moment.
    EXPECT_EQ(projector_->Lag(Nth(1)).blocks, 0);
    EXPECT_LT(projector_->Lag(Nth(1)).checked_at, recorded);
    blocks_.failing = false;
    EXPECT_TRUE(Becomes([&] { return projector_->Lag(Nth(1)).checked_at >= recorded; }));
    EXPECT_TRUE(CatchesUp(Nth(1)));
}

TEST_F(ProjectorTest, AProcessWithoutTheHoldOnlyReadsMarks) {
    blocks_.hold = ProjectionHold::kOther;
    blocks_.Write(Nth(1), 1);
    Start({.shared_store = true});
    EXPECT_TRUE(Becomes([&] { return projector_->Lag(Nth(1)).blocks == 1; }));
    projector_->Rebuild();
    EXPECT_TRUE(Becomes([&] { return projector_->rebuild_progress().state == State::kFailed; }));
    EXPECT_EQ(store_.forgotten, 0);
    // The other process has projected it.
    store_.Put({Nth(1), 1, {kStart + 1000}}, 1);
    EXPECT_TRUE(Becomes([&] { return projector_->Lag(Nth(1)).blocks == 0; }));
    EXPECT_TRUE(store_.commits().empty());
    // The other process ends.
    blocks_.hold = ProjectionHold::kKept;
    blocks_.Write(Nth(1), 1);
    EXPECT_TRUE(CatchesUp(Nth(1)));
}

TEST_F(ProjectorTest, AProcessThatGetsTheHoldReadsTheMarksFirst) {
    blocks_.hold = ProjectionHold::kTaken;
    Start({.shared_store = true});
    const int asked = store_.marks_asked;
    EXPECT_TRUE(Becomes([&] { return store_.marks_asked > asked + 1; }));
    // Facts that were read while the hold was lost and taken again are not stored, because another process may have
    // stored them.
    blocks_.Write(Nth(1), 1);
    const double failures = metrics_.projector_failures.Value();
    EXPECT_TRUE(Becomes([&] { return metrics_.projector_failures.Value() > failures; }));
    EXPECT_EQ(store_.Facts(Nth(1)), 0);
    blocks_.hold = ProjectionHold::kKept;
    EXPECT_TRUE(CatchesUp(Nth(1)));
}

TEST_F(ProjectorTest, AnUnsharedStoreNeedsNoHold) {
    blocks_.hold = ProjectionHold::kOther;
    blocks_.Write(Nth(1), 1);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)));
    EXPECT_EQ(blocks_.asked_for_hold, 0);
}

TEST_F(ProjectorTest, ARebuildProjectsEverythingAgain) {
    for (int i = 0; i < 4; ++i) blocks_.Write(Nth(1), 2);
    blocks_.Write(Nth(2), 5);
    Start();
    EXPECT_TRUE(CatchesUp(Nth(1)) && CatchesUp(Nth(2)));
    EXPECT_EQ(projector_->rebuild_progress().state, State::kNone);
    projector_->Rebuild();
    EXPECT_TRUE(Becomes([&] { return projector_->rebuild_progress().state == State::kDone; }));
    const auto progress = projector_->rebuild_progress();
    EXPECT_EQ(progress.operators, 2);
    EXPECT_EQ(progress.blocks, 5);
    EXPECT_EQ(progress.blocks_total, 5);
    EXPECT_EQ(progress.facts, 13);
    EXPECT_EQ(store_.forgotten, 1);
    EXPECT_TRUE(IsWhole(Nth(1)) && IsWhole(Nth(2)));
}

TEST_F(ProjectorTest, ARebuildOfNothingEndsAtOnceAndAFailedOneSaysWhy) {
    Start();
    projector_->Rebuild();
    EXPECT_TRUE(Becomes([&] { return projector_->rebuild_progress().state == State::kDone; }));
    blocks_.Write(Nth(1), 1);
    EXPECT_TRUE(CatchesUp(Nth(1)));
    store_.Break(Fault::kForget, 1);
    projector_->Rebuild();
    EXPECT_TRUE(Becomes([&] { return projector_->rebuild_progress().state == State::kFailed; }));
    EXPECT_EQ(projector_->rebuild_progress().failure, "the store is broken");
    EXPECT_TRUE(IsWhole(Nth(1)));
}

}  // namespace
}  // namespace fairlead::facts
