#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "ledger/engine/engine.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::ledger {

// Reads the whole ledger from the disk at the start and then once a day, slowly, and logs and counts what is damaged.
// The destructor ends it. The engine and the metrics must outlive it.
class ScrubThread {
public:
    ScrubThread(const LedgerEngine& engine, telemetry::Metrics& metrics)
        : engine_(engine), metrics_(metrics), thread_([this](const std::stop_token& stop) { Work(stop); }) {}

private:
    void Work(const std::stop_token& stop);
    void RunOnce(const std::stop_token& stop);

    const LedgerEngine& engine_;
    telemetry::Metrics& metrics_;
    std::mutex mutex_;
    std::condition_variable_any stopping_;
    std::jthread thread_;
};

}  // namespace fairlead::ledger
