#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "app/ports/intake.hpp"
#include "journal/segment_list.hpp"
#include "journal/segment_scan.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::journal {

// A record that could not be put on disk. It waits in memory for the ledger.
struct UnsyncedRecord {
    std::string bytes;
    std::int64_t sequence = 0;
    app::StatusDone done;
};

// Hands what is on disk to the ledger, in order and in large groups, on a thread of its own. A group that fails is
// handed over again: the ledger skips batches that it has. Safe from any thread.
class Takeover {
public:
    // `taken` is called with the number of clicks and impressions of this run that were taken over.
    Takeover(SegmentList& segments, JournalId journal, app::Intake& intake, telemetry::Metrics& metrics,
             std::function<void(std::size_t)> taken);
    ~Takeover();

    // There is more on disk. If it is `much`, it is taken over without waiting for more.
    void Wake(bool much);
    // Calls `done` when everything up to this number of this run and everything of earlier runs was taken over, or
    // after a second.
    void WaitFor(std::int64_t sequence, std::move_only_function<void()> done);
    // Adds records that could not be put on disk. All records before them must be on disk or added already.
    void AddUnsynced(std::vector<UnsyncedRecord> records);
    bool HasUnsynced() const;
    bool IsTaken(std::int64_t sequence) const;

    // Takes over what is left, for at most `ms_max`, and ends the thread.
    void Stop(std::int64_t ms_max);

private:
    struct Waiter {
        std::int64_t sequence = 0;
        std::int64_t deadline = 0;  // By SteadyMicros.
        std::move_only_function<void()> done;
    };
    using Groups = std::map<OperatorId, app::JournalledBatches>;

    void Run(const std::stop_token& stop);
    // Waits for something to do, and then a little for more.
    void Gather(const std::stop_token& stop);
    // False if something failed and must be tried again.
    bool TakeAll();
    bool TakePart(const SegmentList::Part& whole);
    bool TakeRecords(const SegmentList::Part& part, const SegmentScan& scan);
    bool TakeUnsynced();
    bool HandOver(Groups groups);
    // Reports damage only from `from` to `to`, the bytes that were taken over. The rest is read again after a failure.
    void ReportDamage(const SegmentList::Part& part, const SegmentScan& scan, std::size_t from, std::size_t to);
    void ReportRest(const SegmentList::Part& part, const SegmentScan& scan);
    void CountDamaged(const SegmentList::Part& part, std::size_t at);
    void AnswerWaiters();
    void SetLag(Timestamp oldest);

    SegmentList& segments_;
    const JournalId journal_;
    app::Intake& intake_;
    telemetry::Metrics& metrics_;
    std::function<void(std::size_t)> taken_;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<Waiter> waiters_;
    std::deque<UnsyncedRecord> unsynced_;
    std::int64_t unsynced_taken_ = 0;  // The last number that was taken over from memory.
    bool has_work_ = true;             // An earlier run may have left something.
    bool urgent_ = false;
    std::int64_t backoff_ms_ = 0;
    std::atomic<std::int64_t> stop_ms_max_ = 0;
    std::jthread thread_;
};

}  // namespace fairlead::journal
