#pragma once

#include <atomic>

#include "base/time/time.hpp"

namespace fairlead::app {

// Gives each batch of this node a time of its own, which grows. A clock that is set back by more than a second is
// followed: the random part of ids then keeps them apart. Safe from any thread.
class BatchClock {
public:
    Timestamp Next(Timestamp now) {
        std::int64_t last = last_.load(std::memory_order_relaxed);
        while (true) {
            const bool set_back = now.micros < last - kMicrosPerSecond;
            const std::int64_t next = now.micros > last || set_back ? now.micros : last + 1;
            if (last_.compare_exchange_weak(last, next, std::memory_order_relaxed)) return Timestamp{next};
        }
    }

private:
    std::atomic<std::int64_t> last_{0};
};

}  // namespace fairlead::app
