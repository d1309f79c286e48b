#pragma once

#include <cstdint>

namespace fairlead::app {

// What a restored ledger does not send by itself.
struct StoppedSending {
    std::int64_t destinations = 0;  // Active ones, which are paused.
    std::int64_t messages = 0;      // Those that waited, which have failed.
};

}  // namespace fairlead::app
