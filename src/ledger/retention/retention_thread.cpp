#include "ledger/retention/retention_thread.hpp"

#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::chrono::hours kPause(1);

}  // namespace

void RetentionThread::Work(Retention& retention, const RetentionPolicy& policy, const std::stop_token& stop) {
    telemetry::NameThisThread("retention");
    while (!stop.stop_requested()) {
        retention.Run(policy, Now(), stop);
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, kPause, [] { return false; });
    }
}

}  // namespace fairlead::ledger
