#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

struct ReportPoolLimits {
    std::size_t threads = 2;                 // More than one, so that a short report need not wait for a long one.
    std::size_t waiting_max = 64;            // Of all operators …
    std::size_t waiting_per_owner_max = 16;  // … and of one operator.
    std::int64_t wait_ms_max = 30'000;       // After this time the client has already got an answer.
};

// The threads that run reports. Reports can take long and must not delay other work. Operators take turns, so that none
// waits for all reports of another one. If the queue is full, reports are refused at once.
class ReportPool {
public:
    using Task = std::move_only_function<void()>;

    explicit ReportPool(const ReportPoolLimits& limits);
    ~ReportPool() { Stop(); }

    // kOverloaded if the queue is full. The task is not run then, and also not if its turn comes too late.
    Status Submit(OperatorId owner, Task task);
    // Finishes the running reports. Waiting reports are dropped, because their clients can no longer be answered.
    void Stop();

private:
    struct Waiting {
        Task task;
        std::int64_t since_micros = 0;
    };

    void Work();
    // The next report of the operator whose turn it is.
    Waiting TakeNext();

    ReportPoolLimits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<OperatorId, std::deque<Waiting>> waiting_;  // Only operators with waiting reports; no queue is empty.
    std::size_t waiting_count_ = 0;
    OperatorId last_served_;
    bool stopping_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace fairlead::app
