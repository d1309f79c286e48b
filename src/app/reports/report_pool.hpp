#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "base/result.hpp"

namespace fairlead::app {

// The threads that reports run on: they take as long as they take and must not hold up anything else. What does not fit
// into the queue is refused at once.
class ReportPool {
public:
    using Task = std::move_only_function<void()>;

    ReportPool(std::size_t threads, std::size_t waiting_max);
    ~ReportPool() { Stop(); }

    // kOverloaded where too many wait; the task is not run then.
    Status Submit(Task task);
    // Finishes what was submitted.
    void Stop();

private:
    void Work();

    std::size_t waiting_max_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    bool stopping_ = false;
    std::vector<std::jthread> threads_;
};

}  // namespace fairlead::app
