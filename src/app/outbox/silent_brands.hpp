#pragma once

#include <cstdint>
#include <map>

#include "app/ports/feed_health.hpp"

namespace fairlead::app {

// The setting `feed_silent_minutes` in microseconds. 0: no brand is ever silent.
constexpr std::int64_t SilentMicrosOf(double feed_silent_minutes) {
    return static_cast<std::int64_t>(feed_silent_minutes * 60 * kMicrosPerSecond);
}

// The brands that have sent events and then none for `silent_micros`, with the time of their last event. Types that are
// rare by nature do not count, and a brand that has stopped long ago (statements::kFeedStoppedDays) is no longer
// silent. The alarms of FeedWatch and GET /health both use it, so that they agree.
std::map<BrandId, Timestamp> SilentBrands(const FeedHealth& health, Timestamp now, std::int64_t silent_micros);

}  // namespace fairlead::app
