#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "domain/money/money.hpp"

namespace fairlead::app {

// The response of GET /health: what an operator should check.
struct FeedHealth {
    struct Feed {
        BrandId brand;
        std::string event_type;
        Timestamp last_event_time;
        Timestamp last_recorded_at;
        std::int64_t count = 0;
    };
    struct Difference {
        EventId first_event;
        std::string idempotency_key;
        Timestamp first_seen;
        Timestamp last_seen;
        std::int64_t count = 0;
    };
    struct Anomaly {
        std::string kind;
        PlayerId player;
        EventId event;
        Timestamp recorded_at;
    };
    std::vector<Feed> feeds;
    std::int64_t difference_count = 0;
    std::vector<Difference> differences;  // The newest, at most kHealthListMax.
    std::int64_t anomaly_count = 0;
    std::vector<Anomaly> anomalies;  // The newest, at most kHealthListMax.
    // Unpriced accruals that wait for the rate of a pair of currencies.
    struct Unpriced {
        Currency from = *Currency::Parse("EUR");
        Currency to = *Currency::Parse("EUR");
        std::int64_t count = 0;
        Timestamp oldest_event;
    };
    std::vector<Unpriced> unpriced;
    // How many players of a brand were attributed in which way when they registered: attribution::Proof.
    struct Attributed {
        BrandId brand;
        std::int64_t direct = 0;
        std::int64_t with_evidence = 0;
        std::int64_t without_evidence = 0;
        std::int64_t organic = 0;
    };
    std::vector<Attributed> attributed;
    // Member names of events that are nearly right, newest first, at most kHealthListMax.
    struct NearMiss {
        BrandId brand;
        std::string sent;
        std::string meant;
        EventId last_event;
        Timestamp first_seen;
        Timestamp last_seen;
        std::int64_t count = 0;
    };
    std::vector<NearMiss> near_misses;
    std::int64_t click_total = 0;  // All recorded clicks, counted or not.
    std::int64_t impression_total = 0;
    std::int64_t only_counted_total = 0;  // Clicks that are not recorded: VisitSums.
};

inline constexpr int kHealthListMax = 100;

}  // namespace fairlead::app
