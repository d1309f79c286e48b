#pragma once

#include <functional>
#include <optional>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// What delivery needs to know about a destination.
struct DestinationState {
    outbox::DestinationKind kind = outbox::DestinationKind::kPostback;
    outbox::DestinationStatus status = outbox::DestinationStatus::kActive;
    std::optional<Timestamp> resumed_at;  // When a person last made it active.

    // Whether messages are sent to it now. Messages to a destination that is not active wait.
    bool Sends() const { return status == outbox::DestinationStatus::kActive; }
};

// Nothing if the operator has no such destination. Every operator has a destination for its mails.
std::optional<DestinationState> FindDestination(const OperatorEntry& owner, DestinationId id);

void ForEachDestination(const OperatorEntry& owner,
                        const std::function<void(DestinationId, const DestinationState&)>& visit);

}  // namespace fairlead::app
