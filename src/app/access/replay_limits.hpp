#pragma once

#include <mutex>
#include <unordered_map>

#include "base/id/ids.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

// Limits how many messages the people of an affiliate can send again, or send as a test, per minute. Each node counts
// alone. Safe from any thread.
class ReplayLimits {
public:
    static constexpr std::int64_t kReplaysPerMinute = 10;

    // `affiliate` must exist, because the windows are kept.
    access::RateDecision Take(AffiliateId affiliate, std::int64_t now_micros) {
        const std::lock_guard lock(mutex_);
        return windows_[affiliate].Take(kReplaysPerMinute, now_micros);
    }

private:
    std::mutex mutex_;
    std::unordered_map<AffiliateId, access::RateWindow> windows_;
};

}  // namespace fairlead::app
