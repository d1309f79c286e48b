#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "domain/outbox/subscription.hpp"

namespace fairlead::outbox {

// Where a message is in the outbox of its operator: the time of the commit that caused it, and its number in that
// commit. Commits of an operator have different times, so messages are sent in the order of their places.
struct MessagePlace {
    Timestamp created_at;
    std::int64_t position = 0;

    auto operator<=>(const MessagePlace&) const = default;
};

// The most messages of one commit. Positions above it do not fit into an id.
inline constexpr std::int64_t kPositionMax = (1 << 24) - 1;

// What should be sent to whom, and because of what. It never changes.
struct Intent {
    DestinationId destination;
    Trigger trigger = Trigger::kRegistration;
    std::optional<PlayerId> player;
    std::int64_t event_seq = 0;  // The number of the event; 0: none.
    std::int64_t accrual = 0;    // The number of the accrual; 0: the event itself is the cause.

    auto operator<=>(const Intent&) const = default;
};

// The id that receivers see. It is made from the place, so it never changes, and finds the message without an index.
MessageId MessageIdOf(DestinationId destination, const MessagePlace& place);
// The place in an id. Accepts any id: compare the id with MessageIdOf of the place.
MessagePlace PlaceIn(MessageId id);

}  // namespace fairlead::outbox
