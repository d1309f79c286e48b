#include "app/clock/clock_watch.hpp"

#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {

ClockWatch::ClockWatch(ClockGuard& guard, int probe_every_seconds, std::function<void()> probe)
    : guard_(guard),
      probe_every_seconds_(probe_every_seconds),
      probe_(std::move(probe)),
      thread_([this](const std::stop_token& stop) { Run(stop); }) {}

void ClockWatch::Stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void ClockWatch::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("clock");
    for (int second = 0; !stop.stop_requested(); ++second) {
        telemetry::RunGuarded("clock", [&] {
            // The guard reports what it finds.
            (void)guard_.Check();
            if (second % probe_every_seconds_ == 0) probe_();
        });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
    }
}

}  // namespace fairlead::app
