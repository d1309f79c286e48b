#pragma once

#include <mutex>
#include <unordered_map>

#include "base/id/ids.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

// Limits the requests of each API key to routes other than POST /events. It is separate from the limit of events, so
// neither uses up the other. Each node counts on its own, because the limit protects the node. Safe from any thread.
class KeyRequestLimits {
public:
    explicit KeyRequestLimits(std::int64_t requests_per_minute) : requests_per_minute_(requests_per_minute) {}

    // `key` must be the id of a key that exists, because the windows are kept.
    access::RateDecision Take(ApiKeyId key, std::int64_t now_micros) {
        const std::lock_guard lock(mutex_);
        return windows_[key].Take(requests_per_minute_, now_micros);
    }

private:
    std::int64_t requests_per_minute_;
    std::mutex mutex_;
    std::unordered_map<ApiKeyId, access::RateWindow> windows_;
};

}  // namespace fairlead::app
