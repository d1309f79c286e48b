#pragma once

#include "domain/access/rate_window.hpp"
#include "http/server/problem.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

inline void AddRateHeaders(Response& response, const access::RateDecision& rate) {
    response.AddHeader("X-RateLimit-Limit", rate.limit);
    response.AddHeader("X-RateLimit-Remaining", rate.remaining);
    response.AddHeader("X-RateLimit-Reset", rate.reset_seconds);
    if (!rate.allowed) response.AddHeader("Retry-After", rate.reset_seconds);
}

// The answer to a request above a limit, without the headers of AddRateHeaders.
inline Response RateLimitReached(std::string_view request_id) {
    return Problem({ErrorCode::kRateLimited, "", "the limit of requests per minute is reached"}, request_id);
}

}  // namespace fairlead::http
