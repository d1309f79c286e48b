#include "app/outbox/silent_brands.hpp"

#include <algorithm>

#include "domain/events/regular_types.hpp"
#include "domain/statements/period_check.hpp"

namespace fairlead::app {

std::map<BrandId, Timestamp> SilentBrands(const FeedHealth& health, Timestamp now, std::int64_t silent_micros) {
    std::map<BrandId, Timestamp> last;
    if (silent_micros == 0) return last;
    for (const auto& feed : health.feeds) {
        if (!events::IsRegular(feed.event_type)) continue;
        last[feed.brand] = std::max(last[feed.brand], feed.last_recorded_at);
    }
    std::erase_if(last, [&](const auto& brand) {
        const std::int64_t pause = now.micros - brand.second.micros;
        return pause < silent_micros || pause > statements::kFeedStoppedDays * kMicrosPerDay;
    });
    return last;
}

}  // namespace fairlead::app
