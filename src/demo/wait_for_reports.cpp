#include "demo/wait_for_reports.hpp"

#include <chrono>
#include <iostream>
#include <thread>

#include "base/time/time.hpp"

namespace fairlead::demo {

// The projector runs in parallel, so most of the facts are already in the store. On a busy machine its last check may
// be older than the last blocks, and then a lag of 0 proves nothing.
bool WaitForReports(const app::Projection& projection, OperatorId owner, const std::function<bool()>& stopped) {
    constexpr std::chrono::milliseconds kPause{20};
    std::int64_t checked_at = SteadyMicros() - 1;
    while (!stopped()) {
        const auto lag = projection.Lag(owner);
        if (lag.checked_at > checked_at) {
            if (lag.blocks == 0 && !lag.is_filling) return true;
            std::cerr << "demo: " << lag.blocks << " blocks are not in reports yet\n";
            checked_at = lag.checked_at;
        }
        std::this_thread::sleep_for(kPause);
    }
    return false;
}

}  // namespace fairlead::demo
