#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "app/ports/intake.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Something of one operator that waits to be committed: a request's events, or the clicks and impressions that a loop
// has gathered.
struct CommitTask {
    struct Tracked {
        app::TrackedBatch batch;
        app::TrackDone done;
    };

    OperatorId owner;
    std::span<const events::SubmittedEvent> events;
    app::IngestDone ingested;
    std::unique_ptr<Tracked> tracked;  // Null for events.

    // How much it adds to a transaction.
    std::size_t weight() const;
    void Fail(const Error& error);
};

// Anything else that needs a connection of its own for a moment. Handed an error instead when there is no connection.
using ConnectionTask = std::move_only_function<void(Result<Connection*>)>;

// What one worker takes at a time: what has gathered for a commit, or one other task.
struct Work {
    std::vector<CommitTask> commits;
    ConnectionTask other;
};

// Where requests gather between commits. Bounded: what does not fit is refused at once.
class WorkQueue {
public:
    enum class Gather : std::uint8_t { kAllOperators, kOneOperator };

    WorkQueue(Gather gather, std::size_t weight_max);

    // False when the queue is full or closed; the task is then untouched.
    bool PushCommit(CommitTask& task);
    // Otherwise says why not; the task is then untouched.
    Status Push(ConnectionTask& task);

    // Waits for work. Nothing once the queue is closed and empty. With kOneOperator the operator is the taker's alone
    // until it calls Release.
    std::optional<Work> Take();
    void Release(OperatorId owner);

    void Close();
    std::size_t waiting_weight() const;

private:
    bool HasWork() const;
    bool HasCommits() const;
    std::vector<CommitTask> TakeCommits();

    const Gather gather_;
    const std::size_t weight_max_;

    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<CommitTask> commits_;
    std::deque<ConnectionTask> others_;
    std::unordered_set<OperatorId> taken_;
    std::size_t waiting_weight_ = 0;
    bool other_was_last_ = false;
    bool closed_ = false;
};

}  // namespace fairlead::ledger
