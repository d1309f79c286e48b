#pragma once

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

#include "app/ports/visit_journal.hpp"
#include "journal/segment_file.hpp"
#include "journal/spare_segment.hpp"
#include "journal/takeover.hpp"

namespace fairlead::journal {

struct JournalOptions {
    std::filesystem::path folder;
    std::int64_t clicks_max = 1'000'000;  // Clicks and impressions that may wait for the ledger.
    double disk_share_max = 0.1;          // Of the space that is free when a segment is begun.
    std::size_t segment_bytes_max = std::size_t{16} << 20;
    std::int64_t stop_ms_max = 5000;  // How long Stop waits for the ledger.
};

// The journal of this node (docs/adr/0020). A thread writes what all event loops have appended and syncs once for all
// of it; another one hands it to the ledger. No lock is held while the disk works. Each run of the program has a
// journal of its own, so that a copied data folder does not confuse two nodes.
class ClickJournal final : public app::VisitJournal {
public:
    // Finds what earlier runs have left in the folder. The intake must outlive the journal.
    static Result<std::unique_ptr<ClickJournal>> Open(const JournalOptions& options, app::Intake& intake,
                                                      telemetry::Metrics& metrics);
    ~ClickJournal() override;

    bool Append(const app::TrackedBatch& batch, app::StatusDone& done) override;
    void TakeOverThen(OperatorId owner, std::move_only_function<void()> done) override;

    // Takes nothing more, and hands what is left to the ledger, for a few seconds at most.
    void Stop();

private:
    struct Entry {
        std::string record;  // With space for its frame.
        std::uint64_t body_checksum = 0;
        OperatorId owner;
        std::size_t weight = 0;
        app::StatusDone done;
    };

    ClickJournal(const JournalOptions& options, app::Intake& intake, telemetry::Metrics& metrics);
    Status FindEarlier();
    void Write(const std::stop_token& stop);
    // Waits for entries, or until a journal whose disk failed may try again.
    std::vector<Entry> TakePending(const std::stop_token& stop);
    void WriteGroup(std::vector<Entry> group);
    Status AppendToSegment(const std::vector<Entry>& group);
    Status NeedSegment(std::size_t bytes);
    Result<std::size_t> MakeSegment(const std::filesystem::path& path);
    void AcknowledgeGroup(std::vector<Entry> group, std::int64_t first_sequence);
    void LeaveToMemory(std::vector<Entry> group, std::int64_t first_sequence, const Error& error);
    void TryAgain();
    void ShowSize();

    const JournalOptions options_;
    const JournalId journal_ = JournalId::New();
    telemetry::Metrics& metrics_;
    SpareSegment spare_;
    SegmentList segments_;
    std::atomic<std::int64_t> waiting_{0};  // Clicks and impressions that the ledger does not have.
    std::atomic<bool> open_{true};          // False while the disk fails.

    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::vector<Entry> pending_;
    std::unordered_map<OperatorId, std::int64_t> last_of_owner_;  // Number of the last batch on disk.
    bool stopping_ = false;

    // Used only by the writing thread.
    std::unique_ptr<SegmentFile> segment_;
    std::int64_t next_sequence_ = 1;
    std::uint64_t next_file_ = 1;
    std::size_t segment_bytes_ = 0;
    std::size_t spare_bytes_ = 0;
    bool failed_ = false;

    std::unique_ptr<Takeover> takeover_;
    std::jthread writer_;
};

}  // namespace fairlead::journal
