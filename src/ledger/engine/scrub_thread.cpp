#include "ledger/engine/scrub_thread.hpp"

#include <chrono>

#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::chrono::hours kScrubEvery(24);
// Two megabytes a second: a hundredth of what a small disk reads.
constexpr std::int64_t kScrubPagesPerSecond = 512;

}  // namespace

void ScrubThread::Work(const std::stop_token& stop) {
    telemetry::NameThisThread("scrub");
    telemetry::LowerThreadPriority();
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("scrub", [&] { RunOnce(stop); });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, kScrubEvery, [] { return false; });
    }
}

void ScrubThread::RunOnce(const std::stop_token& stop) {
    std::int64_t damaged = 0;
    const ScrubCalls calls{
        .found =
            [&](const std::string& what) {
                ++damaged;
                telemetry::LogError("the ledger is damaged", {{"reason", std::string_view(what)}});
            },
        .on_read = [&](std::int64_t pages) { metrics_.scrub_pages.Increment(static_cast<double>(pages)); },
        .pages_per_second = kScrubPagesPerSecond};
    const Status done = engine_.scrub(calls, stop);
    if (stop.stop_requested()) return;
    if (!done) {
        telemetry::LogError("the ledger could not be read to check it",
                            {{"reason", std::string_view(done.error().message)}});
        return;
    }
    metrics_.scrub_damaged_pages.Set(static_cast<double>(damaged));
    metrics_.scrub_passes.Increment();
}

}  // namespace fairlead::ledger
