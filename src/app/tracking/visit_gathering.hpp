#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/ports/tracking.hpp"
#include "app/tracking/tracked_targets.hpp"
#include "app/tracking/visitor_cache.hpp"
#include "domain/tracking/click_heads.hpp"

namespace fairlead::app {

// A call of a link by a visitor, ready to be recorded.
struct Visit {
    const TrackedLink& link;
    const VisitorCache::Agent& agent;
    const VisitorCache::Address& address;
    tracking::Uncounted uncounted = tracking::Uncounted::kNo;
    std::uint64_t random = 0;  // Of the click's id.
    std::array<std::string_view, tracking::kSubIdCount> subs;
};

// Clicks and impressions of one operator while they gather for a commit. Belongs to one thread.
struct VisitGathering {
    TrackedBatch batch;
    tracking::ClickHeads click_heads;

    void AddClick(const Visit& visit);
};

// Some chance for the id of a click.
std::uint64_t RandomClickPart();

// The key under which impressions at a moment are counted that are alike in everything.
void AppendImpressionKey(std::string& key, Timestamp time, const TrackedCreative& creative,
                         const VisitorCache::Agent& agent, const VisitorCache::Address& address);

}  // namespace fairlead::app
