#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "base/result.hpp"

namespace fairlead::app {

// The thread on which passwords are hashed: that is slow and takes much memory by intent, so it is never done on an I/O
// thread, and never many at a time. What does not fit is refused at once.
class PasswordPool {
public:
    using Task = std::move_only_function<void()>;
    static constexpr std::size_t kWaitingMax = 64;

    PasswordPool();
    ~PasswordPool() { Stop(); }

    // kOverloaded where too many wait; the task is not run then.
    Status Submit(Task task);
    // Finishes what is running. What still waits is dropped: nobody can be answered any more.
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
