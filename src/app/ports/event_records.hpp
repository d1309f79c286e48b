#pragma once

#include <optional>
#include <string>

#include "app/ports/answers.hpp"
#include "domain/events/event.hpp"
#include "domain/tracking/click.hpp"

namespace fairlead::app {

// Events and clicks in lists, and the queries for them.

// A range of times, both ends included.
struct TimeRange {
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;

    bool Contains(Timestamp time) const { return (!from || time >= *from) && (!to || time <= *to); }
};

struct EventRecord {
    std::int64_t seq = 0;
    EventId id;
    Timestamp recorded_at;
    PlayerId player;
    events::Event event;
    std::optional<Decimal> ngr_delta;      // What an ngr_update added, if that is not its amount.
    std::optional<AffiliateId> affiliate;  // The current affiliate of the player.
    std::optional<LinkId> link;
};

struct EventQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<std::int64_t> before_seq;  // The cursor. The newest events come first.
    std::optional<std::string> idempotency_key;
    std::optional<PlayerId> player;
    std::optional<AffiliateId> affiliate;
    std::optional<LinkId> link;
    std::optional<BrandId> brand;
    std::optional<events::EventType> type;
    TimeRange event_time;
};
using EventPage = Page<EventRecord, std::int64_t>;

struct ClickQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<ClickId> before;  // The cursor. The newest clicks come first.
    std::optional<ClickId> click;
    std::optional<LinkId> link;
    std::optional<AffiliateId> affiliate;
    std::optional<BrandId> brand;
    std::optional<bool> counted;
    TimeRange time;
};
using ClickPage = Page<tracking::Click, ClickId>;

}  // namespace fairlead::app
