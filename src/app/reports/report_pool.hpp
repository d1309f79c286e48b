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
    std::size_t threads = 2;                 // So that a long report does not keep a short one waiting.
    std::size_t waiting_max = 64;            // In all …
    std::size_t waiting_per_owner_max = 16;  // … and of one operator.
    std::int64_t wait_ms_max = 30'000;       // Whoever asked has been answered by then.
};

// The threads that reports run on: they take as long as they take and must not hold up anything else. Operators take
// turns, so that none waits for all reports of another. What does not fit is refused at once.
class ReportPool {
public:
    using Task = std::move_only_function<void()>;

    explicit ReportPool(const ReportPoolLimits& limits);
    ~ReportPool() { Stop(); }

    // kOverloaded where too many wait; the task is not run then, nor when its turn comes too late.
    Status Submit(OperatorId owner, Task task);
    // Finishes what is running; nobody can be answered any more who still waits.
    void Stop();

private:
    struct Waiting {
        Task task;
        std::int64_t since_micros = 0;
    };

    void Work();
    // The next one of the operator whose turn it is.
    Waiting TakeNext();

    ReportPoolLimits limits_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<OperatorId, std::deque<Waiting>> waiting_;  // Of those who wait; none is empty.
    std::size_t waiting_count_ = 0;
    OperatorId last_served_;
    bool stopping_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace fairlead::app
