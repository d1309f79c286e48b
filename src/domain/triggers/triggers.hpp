#pragma once

#include <string_view>
#include <vector>

#include "domain/accruals/accrual.hpp"
#include "domain/events/event_type.hpp"
#include "domain/outbox/message.hpp"
#include "domain/outbox/subscriptions.hpp"

namespace fairlead::outbox {

// Decides which messages follow from the record. `verify` decides the same again.

// An event that counts for an affiliate: at once, or when its player is registered or given to the affiliate.
struct CountedEvent {
    std::int64_t seq = 0;
    PlayerId player;
    AffiliateId affiliate;
    events::EventType type = events::EventType::kRegistration;
    BrandId brand;
    std::string_view origin;  // The player's, encoded.
};
void AddMessagesOf(const Subscriptions& subscriptions, const CountedEvent& event, std::vector<Intent>& out);

// The player's registration no longer counts for the affiliate, because the player was given to another one.
void AddMessagesOfLeaving(const Subscriptions& subscriptions, const CountedEvent& registration,
                          std::vector<Intent>& out);

// `origin` is that of the accrual's player, encoded. Empty if the accrual has none, or if an event of another player
// caused it.
void AddMessagesOf(const Subscriptions& subscriptions, const commission::Accrual& accrual, std::string_view origin,
                   std::vector<Intent>& out);

}  // namespace fairlead::outbox
