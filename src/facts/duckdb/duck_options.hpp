#pragma once

#include <chrono>
#include <cstdint>

#include "telemetry/thread_name.hpp"

namespace fairlead::facts {

struct DuckOptions {
    std::int64_t memory_bytes_max = std::int64_t{512} << 20;
    std::int64_t spill_bytes_max = std::int64_t{16} << 30;  // On disk beside the file, for what does not fit in memory.
    int threads = 2;                            // Beyond the first they are DuckDB's own; the first is whoever asks.
    int niceness = telemetry::kReportNiceness;  // Of its own threads, on top of this process's, so that taking events
                                                // in comes first.
    int questions_max = 4;                      // At the same time. Others wait.
    std::chrono::milliseconds question_time_max{30'000};  // With the waiting.
};

}  // namespace fairlead::facts
