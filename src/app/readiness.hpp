#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "app/ports/answers.hpp"

namespace fairlead::app {

// Whether the ledger can write, found out by writing. Questions that come together share one write, and an answer is
// good for a second. Safe from any thread.
class Readiness {
public:
    using Probe = std::function<void(StatusDone)>;
    explicit Readiness(Probe probe) : probe_(std::move(probe)) {}

    using Done = std::move_only_function<void(bool)>;
    // `done` may run on another thread. While a write hangs, later questions are answered with no at once.
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
