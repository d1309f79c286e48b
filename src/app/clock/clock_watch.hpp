#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "app/clock/clock_guard.hpp"

namespace fairlead::app {

// Looks at the clock every second, on its own thread, so that a wrong one is noticed before anything is written. Also
// calls `probe` regularly, which writes a small record to the ledger. The record shows later that the service was
// running at that time. If the ledger is on a database server, the write also compares the clocks of both machines.
class ClockWatch {
public:
    ClockWatch(ClockGuard& guard, int probe_every_seconds, std::function<void()> probe);
    ~ClockWatch() { Stop(); }

    // After this `probe` is not called again.
    void Stop();

private:
    void Run(const std::stop_token& stop);

    ClockGuard& guard_;
    int probe_every_seconds_;
    std::function<void()> probe_;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::app
