#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/ports/tracking.hpp"
#include "app/tracking/tracked_targets.hpp"
#include "app/tracking/visitor_cache.hpp"
#include "domain/tracking/click_checksum.hpp"
#include "domain/tracking/click_heads.hpp"

namespace fairlead::app {

// A visitor's call of a link, ready to be recorded.
struct Visit {
    const TrackedLink& link;
    const VisitorCache::Agent& agent;
    const VisitorCache::Address& address;
    tracking::Uncounted uncounted = tracking::Uncounted::kNo;
    std::uint64_t random = 0;  // The random part of the click's id: see NextClickPart.
    std::array<std::string_view, tracking::kSubIdCount> subs;
};

// Clicks and impressions of one operator that are gathered for a commit. Belongs to one thread.
struct VisitGathering {
    TrackedBatch batch;
    tracking::ClickHeads click_heads;

    // The random part of the id of the next click. It has the checksum by which the service recognizes its own ids.
    std::uint64_t NextClickPart(const tracking::ClickKey& key) const;
    // The id of the next click. While the clock is suspect, the batch has no time and its clicks are not recorded: the
    // id then belongs to no recorded click.
    ClickId NextId(std::uint64_t random) const;
    void AddClick(const Visit& visit);
};

// Random bits for the id of a click without a checksum.
std::uint64_t RandomClickPart();

// The key under which equal impressions at one moment are counted.
void AppendImpressionKey(std::string& key, Timestamp time, const TrackedCreative& creative,
                         const VisitorCache::Agent& agent, const VisitorCache::Address& address);

}  // namespace fairlead::app
