#include "journal/click_journal.hpp"

#include <fstream>
#include <future>
#include <set>

#include <gtest/gtest.h>

#include "app/await.hpp"
#include "domain/tracking/any_click_test.hpp"
#include "journal/batch_bytes.hpp"

namespace fairlead::journal {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// Keeps batches as the ledger does, by their numbers, and can fail.
class KeptIntake final : public app::Intake {
public:
    void Ingest(OperatorId /*owner*/, std::span<const events::SubmittedEvent> /*batch*/,
                app::IngestDone done) override {
        done(std::vector<events::Receipt>());
    }
    void Track(app::TrackedBatch /*batch*/, app::TrackDone done) override { done(app::TrackReceipt{}); }
    void TakeOver(app::JournalledBatches batches, app::StatusDone done) override {
        Status kept = Keep(batches);
        // The reply may be lost although the batches are stored.
        if (kept && lose_replies_.exchange(false)) kept = Fail(ErrorCode::kUnavailable, "the reply was lost");
        done(std::move(kept));
    }

    void set_away(bool away) { away_ = away; }
    void LoseNextReply() { lose_replies_ = true; }
    std::vector<Timestamp> times() {
        const std::lock_guard lock(mutex_);
        return times_;
    }

private:
    Status Keep(const app::JournalledBatches& batches) {
        if (away_) return Fail(ErrorCode::kUnavailable, "the ledger cannot be reached");
        const std::lock_guard lock(mutex_);
        auto& last = positions_[{batches.owner, batches.journal}];
        for (const auto& [sequence, batch] : batches.batches) {
            if (sequence <= last) continue;
            last = sequence;
            times_.push_back(batch.time);
        }
        return {};
    }

    std::atomic<bool> away_ = false;
    std::atomic<bool> lose_replies_ = false;
    std::mutex mutex_;
    std::map<std::pair<OperatorId, JournalId>, std::int64_t> positions_;
    std::vector<Timestamp> times_;
};

class ClickJournalTest : public testing::Test {
protected:
    ClickJournalTest() : folder_(fs::temp_directory_path() / ("fairlead-journal-" + NewUuid().ToString())) { Start(); }
    ~ClickJournalTest() override {
        journal_.reset();
        fs::remove_all(folder_);
    }

    void Start() {
        auto journal = ClickJournal::Open(options(), intake_, metrics_);
        ASSERT_TRUE(journal) << journal.error().message;
        journal_ = std::move(*journal);
    }
    JournalOptions options() const {
        return {.folder = folder_, .clicks_max = 100, .segment_bytes_max = std::size_t{256} << 10, .stop_ms_max = 0};
    }

    app::TrackedBatch BatchAt(std::int64_t time) const {
        tracking::SeededChoice choose(1);
        const tracking::Click click = tracking::AnyClick(choose);
        return {.owner = owner_,
                .time = Timestamp{time},
                .clicks = SegmentOf(std::span(&click, 1)),
                .click_terms = {},
                .impressions = {}};
    }
    // Waits until the batch is on disk. Nothing if the journal refuses it.
    std::optional<Status> Append(std::int64_t time) {
        auto promise = std::make_shared<std::promise<Status>>();
        auto future = promise->get_future();
        app::StatusDone done = [promise](Status status) { promise->set_value(std::move(status)); };
        if (!journal_->Append(BatchAt(time), done)) return std::nullopt;
        EXPECT_EQ(future.wait_for(60s), std::future_status::ready);
        return future.get();
    }
    // A wait gives up after a second. A slow machine may need more of them.
    void TakeOver() {
        for (int attempt = 0; attempt < 60; ++attempt) {
            const auto start = std::chrono::steady_clock::now();
            WaitForTakeover();
            if (std::chrono::steady_clock::now() - start < 1s) return;
        }
    }
    void WaitForTakeover() {
        std::promise<void> taken;
        journal_->TakeOverThen(owner_, [&] { taken.set_value(); });
        taken.get_future().wait();
    }
    // Copies all segments that a kill would leave to another folder, in which no journal deletes them.
    void CopyTo(const fs::path& other) const {
        fs::create_directories(other);
        for (const fs::path& path : SegmentPaths()) fs::copy(path, other);
    }
    std::vector<fs::path> SegmentPaths() const {
        std::vector<fs::path> paths;
        for (const auto& entry : fs::directory_iterator(folder_)) {
            if (entry.path().extension() == ".segment") paths.push_back(entry.path());
        }
        return paths;
    }
    std::size_t Segments() const { return SegmentPaths().size(); }
    static std::vector<Timestamp> Times(std::initializer_list<std::int64_t> micros) {
        std::vector<Timestamp> times;
        for (const std::int64_t time : micros) times.push_back(Timestamp{time});
        return times;
    }

    fs::path folder_;
    OperatorId owner_ = OperatorId::New();
    KeptIntake intake_;
    telemetry::Metrics metrics_;
    std::unique_ptr<ClickJournal> journal_;
};

TEST_F(ClickJournalTest, WhatIsAcknowledgedIsTakenOverInOrder) {
    for (const std::int64_t time : {1, 2, 3}) EXPECT_TRUE(Append(time).value());
    TakeOver();
    EXPECT_EQ(intake_.times(), Times({1, 2, 3}));
}

TEST_F(ClickJournalTest, ItIsTakenOverWithoutBeingAsked) {
    EXPECT_TRUE(Append(1).value());
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (intake_.times().empty() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(1ms);
    EXPECT_EQ(intake_.times(), Times({1}));
}

TEST_F(ClickJournalTest, WhileTheLedgerIsAwayVisitorsDoNotWait) {
    intake_.set_away(true);
    for (std::int64_t time = 1; time <= 100; ++time) EXPECT_TRUE(Append(time).value());
    EXPECT_FALSE(Append(101)) << "the journal is full";
    intake_.set_away(false);
    TakeOver();
    EXPECT_EQ(intake_.times().size(), 100U);
    EXPECT_TRUE(Append(102).value());
}

TEST_F(ClickJournalTest, ItTakesNoMoreThanItsShareOfTheFreeDisk) {
    journal_.reset();
    const std::size_t before = Segments();
    JournalOptions poor = options();
    poor.disk_share_max = 1e-12;
    auto journal = ClickJournal::Open(poor, intake_, metrics_);
    ASSERT_TRUE(journal) << journal.error().message;
    journal_ = std::move(*journal);
    EXPECT_FALSE(Append(1)) << "the ledger takes it";
    EXPECT_LE(Segments(), before);
    EXPECT_GT(metrics_.journal_refused.Value(), 0);
}

TEST_F(ClickJournalTest, ALostReplyRecordsNothingTwice) {
    intake_.LoseNextReply();
    for (const std::int64_t time : {1, 2, 3}) EXPECT_TRUE(Append(time).value());
    TakeOver();
    TakeOver();
    EXPECT_EQ(intake_.times(), Times({1, 2, 3}));
}

TEST_F(ClickJournalTest, AWaitForTheLedgerIsBounded) {
    intake_.set_away(true);
    EXPECT_TRUE(Append(1).value());
    const auto start = std::chrono::steady_clock::now();
    WaitForTakeover();
    EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
    EXPECT_TRUE(intake_.times().empty());
    intake_.set_away(false);
}

TEST_F(ClickJournalTest, ACleanStopLeavesNoSegment) {
    EXPECT_TRUE(Append(1).value());  // Stop takes over at least once, however little time it has.
    journal_->Stop();
    EXPECT_EQ(Segments(), 0U);
    EXPECT_EQ(intake_.times(), Times({1}));
}

TEST_F(ClickJournalTest, AfterAKillTheNextRunTakesOverWhatIsLeft) {
    intake_.set_away(true);
    for (const std::int64_t time : {1, 2, 3}) EXPECT_TRUE(Append(time).value());
    const fs::path killed = folder_.string() + "-killed";
    CopyTo(killed);
    intake_.set_away(false);
    TakeOver();
    journal_->Stop();
    // The folder as a kill leaves it: everything in it was taken over, but nothing was deleted.
    journal_.reset();
    fs::remove_all(folder_);
    fs::rename(killed, folder_);
    Start();
    EXPECT_TRUE(Append(4).value());
    TakeOver();
    EXPECT_EQ(intake_.times(), Times({1, 2, 3, 4}));
}

TEST_F(ClickJournalTest, ACopiedDataFolderLosesAndDoublesNothing) {
    intake_.set_away(true);
    EXPECT_TRUE(Append(1).value());
    const fs::path copy = folder_.string() + "-copy";
    CopyTo(copy);
    JournalOptions other_options = options();
    other_options.folder = copy;
    auto other = ClickJournal::Open(other_options, intake_, metrics_);
    ASSERT_TRUE(other);
    // Both nodes go on, each with visitors of its own.
    EXPECT_TRUE(Append(2).value());
    EXPECT_TRUE(app::Await<Status>([&](app::StatusDone done) { (*other)->Append(BatchAt(3), done); }));
    intake_.set_away(false);
    TakeOver();
    (*other)->Stop();
    auto times = intake_.times();
    std::ranges::sort(times);
    EXPECT_EQ(times, Times({1, 2, 3}));
    other->reset();
    fs::remove_all(copy);
}

TEST_F(ClickJournalTest, ADamagedRecordIsSkippedAndCounted) {
    intake_.set_away(true);
    for (const std::int64_t time : {1, 2, 3}) EXPECT_TRUE(Append(time).value());
    const fs::path killed = folder_.string() + "-killed";
    CopyTo(killed);
    journal_.reset();
    fs::remove_all(folder_);
    fs::rename(killed, folder_);
    std::string body;
    AppendBatch(body, BatchAt(1));
    const fs::path segment = fs::directory_iterator(folder_)->path();
    std::fstream file(segment, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(kHeaderBytes + 2 * kFrameBytes + body.size() + 20));
    file.put('\xFF');
    file.close();
    intake_.set_away(false);
    Start();
    TakeOver();
    EXPECT_EQ(intake_.times(), Times({1, 3}));
    EXPECT_EQ(metrics_.journal_records_damaged.Value(), 1);
    EXPECT_EQ(metrics_.journal_torn_tails.Value(), 0);
}

TEST_F(ClickJournalTest, ATornTailIsCutAndCounted) {
    intake_.set_away(true);
    for (const std::int64_t time : {1, 2}) EXPECT_TRUE(Append(time).value());
    const fs::path killed = folder_.string() + "-killed";
    CopyTo(killed);
    journal_.reset();
    fs::remove_all(folder_);
    fs::rename(killed, folder_);
    std::string body;
    AppendBatch(body, BatchAt(1));
    fs::resize_file(fs::directory_iterator(folder_)->path(), kHeaderBytes + 2 * (kFrameBytes + body.size()) - 1);
    intake_.set_away(false);
    Start();
    TakeOver();
    EXPECT_EQ(intake_.times(), Times({1}));
    EXPECT_EQ(metrics_.journal_torn_tails.Value(), 1);
    EXPECT_EQ(metrics_.journal_records_damaged.Value(), 0);
}

TEST_F(ClickJournalTest, ManySegmentsAreTakenOverAndDeleted) {
    // Each batch has a thousand impressions, so that a segment takes a few.
    intake_.set_away(true);
    journal_.reset();
    JournalOptions large = options();
    large.clicks_max = 1'000'000;
    journal_ = *ClickJournal::Open(large, intake_, metrics_);
    std::vector<Timestamp> expected;
    for (std::int64_t time = 1; time <= 20; ++time) {
        app::TrackedBatch batch = BatchAt(time);
        for (int i = 0; i < 1000; ++i) batch.impressions.emplace(std::to_string(i) + std::string(60, 'k'), 1);
        ASSERT_TRUE(app::Await<Status>([&](app::StatusDone done) { ASSERT_TRUE(journal_->Append(batch, done)); }));
        expected.push_back(Timestamp{time});
    }
    EXPECT_GT(Segments(), 3U);
    intake_.set_away(false);
    TakeOver();
    EXPECT_EQ(intake_.times(), expected);
    EXPECT_EQ(Segments(), 1U);
}

}  // namespace
}  // namespace fairlead::journal
