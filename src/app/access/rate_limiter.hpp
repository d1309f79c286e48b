#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "app/ports/rate_authority.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

using RateDone = std::move_only_function<void(Result<access::RateDecision>)>;

// Whose limit is asked for.
struct RateSubject {
    OperatorId owner;
    ApiKeyId key;
    std::int64_t limit = 0;
};

// The limit of requests per key and minute, exact on one node. On several nodes each hands out shares that the ledger
// grants it: together never more than the limit. Safe from any thread.
class RateLimiter {
public:
    // `authority` is null when this process counts alone.
    RateLimiter(RateAuthority* authority, std::int64_t anonymous_limit);
    ~RateLimiter();

    // Decides at once where this node can by itself; nothing means: call TakeLater.
    std::optional<access::RateDecision> Take(const RateSubject& subject, std::int64_t now_micros);

    // Decides once the ledger has granted a share. `done` may run on another thread.
    void TakeLater(const RateSubject& subject, RateDone done);

    // For requests without a valid key, by the client's address. The number of addresses is bounded: when there are too
    // many at once, the newest share one window.
    access::RateDecision TakeAnonymous(const IpAddress& client, std::int64_t now_micros);

private:
    class SharedWindow;

    std::shared_ptr<SharedWindow> SharedWindowOf(ApiKeyId key);

    RateAuthority* authority_;
    std::int64_t anonymous_limit_;

    std::mutex mutex_;
    std::unordered_map<ApiKeyId, access::RateWindow> windows_;
    std::unordered_map<ApiKeyId, std::shared_ptr<SharedWindow>> shared_windows_;

    std::mutex anonymous_mutex_;
    std::unordered_map<Uuid, access::RateWindow> anonymous_;
    access::RateWindow crowded_;
};

}  // namespace fairlead::app
