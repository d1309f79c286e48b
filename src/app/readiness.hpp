#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "app/ports/answers.hpp"

namespace fairlead::app {

// Checks that the ledger can write, by writing. Concurrent requests share one write, and a result is valid for a
// second. Safe from any thread.
class Readiness {
public:
    using Probe = std::function<void(StatusDone)>;
    explicit Readiness(Probe probe) : probe_(std::move(probe)) {}

    using Done = std::move_only_function<void(bool)>;
    // `done` may run on another thread. While a write hangs, later requests are answered with false at once.
    void Check(Done done);

private:
    void OnProbed(bool writable);

    Probe probe_;
    std::mutex mutex_;
    bool writable_ = false;
    bool probing_ = false;
    std::int64_t asked_at_ = 0;
    std::int64_t answered_at_ = 0;
    std::vector<Done> waiting_;
};

}  // namespace fairlead::app
