#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "app/access/rate_limiter.hpp"

namespace fairlead::app {

// The limit of one key on this node: the node's current share and the requests that wait for the next share.
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
    std::int64_t ends_at_ = 0;  // On this node's steady clock. Never later than the real end of the window.
    bool requesting_ = false;
    std::vector<RateDone> waiting_;
};

}  // namespace fairlead::app
