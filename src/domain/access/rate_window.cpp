#include "domain/access/rate_window.hpp"

#include <algorithm>

namespace fairlead::access {

RateDecision RateWindow::Take(std::int64_t limit, std::int64_t now_micros) {
    if (IsOver(now_micros)) {
        started_ = now_micros;
        used_ = 0;
        begun_ = true;
    }
    RateDecision decision{.allowed = used_ < limit, .limit = limit};
    if (decision.allowed) ++used_;
    decision.remaining = std::max<std::int64_t>(limit - used_, 0);
    decision.reset_seconds = SecondsRoundedUp(started_ + kRateWindowMicros - now_micros);
    return decision;
}

std::int64_t SecondsRoundedUp(std::int64_t micros) { return (micros + 999'999) / 1'000'000; }

}  // namespace fairlead::access
