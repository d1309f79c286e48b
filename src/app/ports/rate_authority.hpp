#pragma once

#include <cstdint>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

// A share of an API key's rate limit that one node may use by itself.
struct RateGrant {
    std::int64_t granted = 0;
    std::int64_t left_for_others = 0;  // The rest of the limit after this grant.
    std::int64_t window_left_micros =
        0;  // The time until the window ends, measured at some moment after the request was sent.
};

struct RateGrantRequest {
    OperatorId owner;
    ApiKeyId key;
    std::int64_t limit = 0;
};

using RateGrantDone = AnswerDone<RateGrant>;

// Shares rate limits among nodes. All grants of one window together never exceed the limit.
class RateAuthority {
public:
    virtual ~RateAuthority() = default;
    virtual void RequestGrant(const RateGrantRequest& request, RateGrantDone done) = 0;
};

}  // namespace fairlead::app
