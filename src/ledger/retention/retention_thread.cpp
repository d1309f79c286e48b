#include "ledger/retention/retention_thread.hpp"

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::chrono::seconds kPause = std::chrono::hours(1);
// The pause after which a suspect clock is read again.
constexpr std::chrono::seconds kPauseForClock(10);

}  // namespace

void RetentionThread::Work(Retention& retention, const RetentionPolicy& policy, const std::stop_token& stop) {
    telemetry::NameThisThread("retention");
    while (!stop.stop_requested()) {
        // With a clock that jumped ahead, new clicks would look old.
        const auto now = retention.ReadClock();
        if (now) telemetry::RunGuarded("retention", [&] { retention.Run(policy, *now, stop); });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, now ? kPause : kPauseForClock, [] { return false; });
    }
}

}  // namespace fairlead::ledger
