#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/events/event.hpp"

namespace fairlead::events {

// A valid event on its way into the ledger.
struct SubmittedEvent {
    Event event;
    KeyDigest key_digest{};
};

// What the ledger already holds under an idempotency key.
struct StoredEvent {
    EventId id;
    Event event;
};

// What has happened to a player once and only once.
struct PlayerMilestones {
    bool registered = false;
    bool deposited = false;
};

struct StoredPlayer {
    PlayerId id;
    PlayerMilestones milestones;
};

enum class ReceiptStatus : std::uint8_t { kAccepted, kDuplicate };

struct Receipt {
    EventId event_id;
    ReceiptStatus status = ReceiptStatus::kAccepted;
};

struct AcceptedEvent {
    std::size_t index = 0;  // Into the batch.
    EventId id;
    PlayerId player;
};

struct NewPlayer {
    PlayerId id;
    std::size_t index = 0;  // The event that brought it into being.
};

enum class Milestone : std::uint8_t { kRegistration, kFirstDeposit };

// A player's first registration or first deposit.
struct ReachedMilestone {
    PlayerId player;
    Milestone milestone = Milestone::kRegistration;
    std::size_t accepted_index = 0;  // Into IngestOutcome::accepted.
};

// A second registration or first deposit of a player: an event like any other that changes nothing.
struct RepeatedMilestone {
    PlayerId player;
    Milestone milestone = Milestone::kRegistration;
    std::size_t accepted_index = 0;
};

// A duplicate whose content is not that of the first event under its key.
struct DifferingDuplicate {
    EventId first;
    std::size_t index = 0;
};

// A batch of events, decided and ready to be stored whole or not at all.
struct IngestOutcome {
    std::vector<Receipt> receipts;  // One per event, in the order of the batch.
    std::vector<AcceptedEvent> accepted;
    std::vector<NewPlayer> new_players;
    std::vector<ReachedMilestone> reached;
    std::vector<RepeatedMilestone> repeated;
    std::vector<DifferingDuplicate> differing;
};

// What the ledger knows about a batch, one entry per event. `players` is only asked for events with no `earlier`.
struct IngestContext {
    std::span<const SubmittedEvent* const> batch;
    std::span<const std::optional<StoredEvent>> earlier;
    std::span<const std::optional<StoredPlayer>> players;
};

// Where new ids come from; the domain makes none itself.
struct IdSource {
    std::function<EventId()> next_event;
    std::function<PlayerId()> next_player;
};

// Which events are new, whose they are and what follows from them. The first use of a key in the batch is accepted,
// later ones are its duplicates.
IngestOutcome DecideIngest(const IngestContext& context, const IdSource& ids);

}  // namespace fairlead::events
