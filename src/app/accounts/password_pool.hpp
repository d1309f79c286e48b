#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "base/result.hpp"

namespace fairlead::app {

// The thread that hashes passwords. Hashing is slow and uses much memory by design, so it never runs on an I/O thread,
// and only one password at a time. If the queue is full, tasks are refused at once.
class PasswordPool {
public:
    using Task = std::move_only_function<void()>;
    static constexpr std::size_t kWaitingMax = 64;

    PasswordPool();
    ~PasswordPool() { Stop(); }

    // kOverloaded if the queue is full; the task is then not run.
    Status Submit(Task task);
    // Finishes the running task. Waiting tasks are dropped, because their clients can no longer be answered.
    void Stop();

private:
    void Work();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> waiting_;
    bool stopping_ = false;
    std::jthread thread_;
};

}  // namespace fairlead::app
