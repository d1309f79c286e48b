#pragma once

#include <chrono>
#include <cstdint>

#include "telemetry/thread_name.hpp"

namespace fairlead::facts {

struct DuckOptions {
    std::int64_t memory_bytes_max = std::int64_t{512} << 20;
    std::int64_t spill_bytes_max = std::int64_t{16}
                                   << 30;  // On disk beside the file, for data that exceeds the memory.
    int threads = 2;                       // All but the first belong to DuckDB. The first is the calling thread.
    int niceness = telemetry::kBackgroundNiceness;        // Of DuckDB's threads, added to that of the process, so that
                                                          // recording comes first.
    int questions_max = 4;                                // Concurrent queries. Further queries wait.
    std::chrono::milliseconds question_time_max{30'000};  // Including the wait.
};

}  // namespace fairlead::facts
