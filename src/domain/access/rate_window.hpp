#pragma once

#include <cstdint>

namespace fairlead::access {

inline constexpr std::int64_t kRateWindowMicros = 60'000'000;

// The answer of the rate limit to one request.
struct RateDecision {
    bool allowed = false;
    std::int64_t limit = 0;
    std::int64_t remaining = 0;
    std::int64_t reset_seconds = 0;  // Rounded up. Never 0 before the window ends.
};

// A fixed window of 60 s, which starts with its first request. Only allowed requests are counted, so a refused request
// takes nothing from the next window. Times must come from a clock that never steps back.
class RateWindow {
public:
    RateDecision Take(std::int64_t limit, std::int64_t now_micros);

    bool IsOver(std::int64_t now_micros) const { return now_micros - started_ >= kRateWindowMicros || !begun_; }

private:
    std::int64_t started_ = 0;
    std::int64_t used_ = 0;
    bool begun_ = false;
};

// Whole seconds until `micros` have passed, rounded up.
std::int64_t SecondsRoundedUp(std::int64_t micros);

}  // namespace fairlead::access
