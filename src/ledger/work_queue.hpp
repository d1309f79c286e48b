#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

// A request's events, waiting to be committed.
struct IngestTask {
    OperatorId owner;
    std::span<const events::SubmittedEvent> batch;
    app::IngestDone done;
};

// Anything else that needs a session of its own for a moment. Handed an error instead when there is no session.
using SessionTask = std::move_only_function<void(Result<Session*>)>;

// What one worker takes at a time: the events that have gathered, or one other task.
struct Work {
    std::vector<IngestTask> ingests;
    SessionTask other;
};

// Where requests gather between commits. Bounded: what does not fit is refused at once.
class WorkQueue {
public:
    enum class Gather : std::uint8_t { kAllOperators, kOneOperator };

    WorkQueue(Gather gather, std::size_t events_max);

    // False when the queue is full or closed; the task is then untouched.
    bool PushIngest(IngestTask& task);
    // False when closed.
    bool Push(SessionTask& task);

    // Waits for work. Nothing once the queue is closed and empty. With kOneOperator the operator is the taker's alone
    // until it calls Release.
    std::optional<Work> Take();
    void Release(OperatorId owner);

    void Close();
    std::size_t waiting_events() const;

private:
    bool HasWork() const;
    std::vector<IngestTask> TakeIngests();

    const Gather gather_;
    const std::size_t events_max_;

    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<IngestTask> ingests_;
    std::deque<SessionTask> others_;
    std::unordered_set<OperatorId> taken_;
    std::size_t waiting_events_ = 0;
    bool closed_ = false;
};

}  // namespace fairlead::ledger
