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

// The API key to which a limit applies.
struct RateSubject {
    OperatorId owner;
    ApiKeyId key;
    std::int64_t limit = 0;
};

// Limits the requests per API key and minute. The limit is exact on one node. If there are several nodes, the ledger
// grants shares to each; the shares never add up to more than the limit. Safe from any thread.
class RateLimiter {
public:
    // `authority` is null if this process is the only node.
    RateLimiter(RateAuthority* authority, std::int64_t anonymous_limit);
    ~RateLimiter();

    // Decides at once if this node can. If nothing is returned, call TakeLater.
    std::optional<access::RateDecision> Take(const RateSubject& subject, std::int64_t now_micros);

    // Decides when the ledger has granted a share. `done` may run on another thread.
    void TakeLater(const RateSubject& subject, RateDone done);

    // Limits requests without a valid key by the client's address. The number of addresses is bounded: above the bound,
    // new addresses share one window.
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
