#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "domain/events/event.hpp"

namespace fairlead::commission {

// The part of an event that the engine needs. The money of an ngr_update is what it adds, in any mode of the brand.
struct PlayerEvent {
    std::int64_t seq = 0;
    events::EventType type = events::EventType::kRegistration;
    Timestamp time;
    std::optional<Money> money;
    std::string product = {};  // As it was sent.
    // Whether every earlier event of the player was processed before it, and no later one was.
    bool in_order = false;

    bool operator==(const PlayerEvent&) const = default;
};

// Converts a stored event. `ngr_delta` is what an ngr_update adds, if that is not its amount.
inline PlayerEvent PlayerEventOf(std::int64_t seq, const events::Event& event,
                                 const std::optional<Decimal>& ngr_delta) {
    PlayerEvent known{seq, event.type, event.time, event.money, event.product};
    if (ngr_delta) known.money->amount = *ngr_delta;
    return known;
}

}  // namespace fairlead::commission
