#pragma once

#include <cstdint>

namespace fairlead::app {

// What a restored ledger no longer sends by itself.
struct StoppedSending {
    std::int64_t destinations = 0;  // Destinations that were active and are now paused.
    std::int64_t messages = 0;      // Messages that were waiting and are now marked as failed.
};

}  // namespace fairlead::app
