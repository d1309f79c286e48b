#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "app/ports/intake.hpp"
#include "base/fair_lanes.hpp"
#include "ledger/engine/background_share.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Work of one operator that waits for a commit: the events of a request, or clicks and impressions that an event loop
// has collected, or those of a journal.
struct CommitTask {
    struct Tracked {
        app::TrackedBatch batch;
        app::TrackDone done;
    };

    struct TakenOver {
        app::JournalledBatches batches;
        app::StatusDone done;
    };

    OperatorId owner;
    std::span<const events::SubmittedEvent> events;
    app::IngestDone ingested;
    std::unique_ptr<Tracked> tracked;                 // Null for events.
    std::unique_ptr<TakenOver> journalled = nullptr;  // Null for all other work.

    // The number of entries that the task adds to a transaction.
    std::size_t weight() const;
    void Fail(const Error& error);
};

// Any other work that needs a connection for a short time. Gets an error if there is no connection.
using ConnectionTask = std::move_only_function<void(Result<Connection*>)>;

// The work that a worker takes at a time: the tasks that wait for a commit, or one other task.
struct Work {
    std::vector<CommitTask> commits;
    ConnectionTask other;
};

// Collects requests between commits. The queue is bounded and refuses further requests immediately. It is fair:
// operators take turns, and an operator with little waiting work is not refused because another has filled the queue.
// With kAllOperators there is one worker. Background work then gets only the time that commits leave, but always a
// small part (BackgroundShare).
class WorkQueue {
public:
    enum class Gather : std::uint8_t { kAllOperators, kOneOperator };

    WorkQueue(Gather gather, std::size_t weight_max);

    // False if the queue is full or closed; the task is then unchanged.
    bool PushCommit(CommitTask& task);
    // An Error if the queue is full or closed; the task is then unchanged. Work of no operator takes turns with the
    // work of operators.
    Status Push(ConnectionTask& task, OperatorId owner = {});
    // The same for work of the service that gives way to commits. With kOneOperator it is like other work of no
    // operator, because there are several workers.
    Status PushBackground(ConnectionTask& task);

    // Waits for work. Returns nothing when the queue is closed and empty. With kOneOperator, no other worker gets work
    // of this operator until Release.
    std::optional<Work> Take();
    void Release(OperatorId owner);

    void Close();
    std::size_t waiting_weight() const;

private:
    // What the only worker has been doing since its last Take.
    enum class Doing : std::uint8_t { kOther, kCommits, kBackground };

    void EndLast();
    void WaitForWork(std::unique_lock<std::mutex>& lock);
    bool HasWork() const;
    bool IsBackgroundDue() const;
    bool HasCommits() const;
    bool Fits(const CommitTask& task) const;
    ConnectionTask TakeOther();
    std::vector<CommitTask> TakeCommits();
    // Takes tasks of the operator until they have a weight of `enough` or the next one does not fit into the
    // transaction. Returns false if it does not fit.
    bool TakeTasks(OperatorId owner, std::size_t enough, std::vector<CommitTask>& taken, std::size_t& weight);

    const Gather gather_;
    const std::size_t weight_max_;

    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    FairLanes<OperatorId, CommitTask> commits_;
    FairLanes<OperatorId, ConnectionTask> others_;
    std::unordered_map<OperatorId, std::size_t> waiting_weights_;  // By operator.
    std::unordered_set<OperatorId> taken_;
    std::size_t waiting_weight_ = 0;
    bool other_was_last_ = false;
    std::deque<ConnectionTask> background_;
    BackgroundShare share_;
    Doing doing_ = Doing::kOther;
    std::int64_t doing_since_ = 0;
    bool closed_ = false;
};

}  // namespace fairlead::ledger
