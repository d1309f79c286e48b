#pragma once

#include <mutex>
#include <unordered_map>

#include "base/id/ids.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

// Limits how many messages an affiliate or an operator can send by hand per minute: again, as a test, or before their
// time. Each node counts alone. Safe from any thread.
template <typename SenderId>
class SendLimits {
public:
    static constexpr std::int64_t kSendsPerMinute = 10;

    // `sender` must exist, because the windows are kept.
    access::RateDecision Take(SenderId sender, std::int64_t now_micros) {
        const std::lock_guard lock(mutex_);
        return windows_[sender].Take(kSendsPerMinute, now_micros);
    }

private:
    std::mutex mutex_;
    std::unordered_map<SenderId, access::RateWindow> windows_;
};

using AffiliateSendLimits = SendLimits<AffiliateId>;
using OperatorSendLimits = SendLimits<OperatorId>;

}  // namespace fairlead::app
