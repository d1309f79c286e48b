#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "app/access/rate_limiter.hpp"

namespace fairlead::app {

// One key's limit as this node sees it: the share it may hand out, and who waits for the next.
class RateLimiter::SharedWindow : public std::enable_shared_from_this<SharedWindow> {
public:
    std::optional<access::RateDecision> Take(std::int64_t limit, std::int64_t now_micros);
    void TakeLater(RateAuthority& authority, const RateSubject& subject, RateDone done);

private:
    std::optional<access::RateDecision> TakeLocked(std::int64_t limit, std::int64_t now_micros);
    void Request(RateAuthority& authority, const RateSubject& subject);
    void OnGrant(RateAuthority& authority, const RateSubject& subject, std::int64_t asked_at, Result<RateGrant> grant);

    std::mutex mutex_;
    std::int64_t share_ = 0;
    std::int64_t left_elsewhere_ = 0;
    std::int64_t ends_at_ = 0;  // On this node's steady clock, never later than the window really ends.
    bool requesting_ = false;
    std::vector<RateDone> waiting_;
};

}  // namespace fairlead::app
