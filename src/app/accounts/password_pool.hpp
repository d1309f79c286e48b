#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/fair_lanes.hpp"
#include "base/net/ip_address.hpp"
#include "base/result.hpp"

namespace fairlead::app {

// The thread that hashes passwords. Hashing is slow and uses much memory by design, so it never runs on an I/O thread,
// and only one password at a time. Clients take turns, so a client with many tasks does not delay the others.
class PasswordPool {
public:
    // Called once: on the thread of the pool, or with kOverloaded and at once if the task is refused. A task that
    // waits may be refused later, on the thread of another caller.
    using Task = std::move_only_function<void(const Status& turn)>;
    static constexpr std::size_t kWaitingMax = 64;
    static constexpr std::size_t kWaitingOfClientMax = 8;

    PasswordPool();
    ~PasswordPool() { Stop(); }

    // `client` is who waits: an address, see ClientOf, or a user. A client with too many waiting tasks is refused. If
    // the queue is full, the last task of the client with the most waiting is refused.
    void Submit(const std::string& client, Task task);
    // Finishes the running task. Waiting tasks are dropped, because their clients can no longer be answered.
    void Stop();

    // The client of a request without a session.
    static std::string ClientOf(const IpAddress& address);

private:
    void Work();
    // The task that must be refused so that `task` can wait, or nothing. The caller holds the lock.
    std::optional<Task> Enqueue(const std::string& client, Task task);

    std::mutex mutex_;
    std::condition_variable changed_;
    FairLanes<std::string, Task> waiting_;
    bool stopping_ = false;
    std::jthread thread_;
};

}  // namespace fairlead::app
