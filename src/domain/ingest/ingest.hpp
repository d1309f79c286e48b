#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "domain/attribution/attribute.hpp"
#include "domain/events/event.hpp"
#include "domain/facts/fact_block.hpp"

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
    std::string country;  // The registration's, else its click's; empty before.
    std::string origin;   // Encoded; empty where nobody brought the player.
    std::optional<AffiliateId> affiliate;
    Timestamp registered_at;
    std::string commission;  // As it was stored: commission::PlayerState. Empty: nothing yet.

    facts::Standing standing() const;
};

// An event that arrived before its player's registration.
struct WaitingEvent {
    std::int64_t seq = 0;
    Event event;
    std::optional<Decimal> ngr_delta;  // What an ngr_update adds, where that is not its amount.
    bool repeated = false;             // A first deposit that was not the first.
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

enum class Milestone : std::uint8_t { kRegistration, kFirstDeposit };

// A player's first registration, and who brought it.
struct NewRegistration {
    PlayerId player;
    std::size_t accepted_index = 0;  // Into IngestOutcome::accepted.
    attribution::AttributionDecision decision;
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

// An event that commissions follow from, in the order in which it counts. It was stored before, or is of this batch.
struct PaidEvent {
    std::size_t player = 0;  // Into IngestOutcome::players.
    const Event* event = nullptr;
    std::int64_t stored_seq = 0;     // 0: of this batch.
    std::size_t accepted_index = 0;  // Of this batch: into IngestOutcome::accepted.
    std::optional<Decimal> ngr_delta;
};

// A player that the batch has new events of, as they leave it.
struct TouchedPlayer {
    std::size_t index = 0;  // Its first event, into the batch.
    bool is_new = false;
    std::optional<std::size_t> registration;   // Into IngestOutcome::accepted, where it is of this batch.
    std::optional<std::size_t> first_deposit;  // Likewise.
    StoredPlayer player;
};

// A batch of events, decided and ready to be stored whole or not at all.
struct IngestOutcome {
    std::vector<Receipt> receipts;  // One per event, in the order of the batch.
    std::vector<AcceptedEvent> accepted;
    std::vector<TouchedPlayer> players;  // Each once, in the order of their first events.
    std::vector<NewRegistration> registrations;
    std::vector<RepeatedMilestone> repeated;
    std::vector<DifferingDuplicate> differing;
    std::vector<PaidEvent> paid;
};

// What is known about who may have brought the player of a registration, and what waits for it.
struct RegistrationContext {
    attribution::Policy policy;
    std::optional<tracking::Click> named;
    std::vector<tracking::Click> candidates;
    std::vector<WaitingEvent> waiting;
};

// What the ledger knows about a batch, one entry per event. `players` is only asked for events with no `earlier`,
// `registrations` only for registrations of players that have not registered.
struct IngestContext {
    std::span<const SubmittedEvent* const> batch;
    std::span<const std::optional<StoredEvent>> earlier;
    std::span<const StoredPlayer* const> players;  // Null: nothing of it has arrived yet.
    std::span<const std::optional<RegistrationContext>> registrations;
    // What an ngr_update adds, where that is not its amount. May be empty: nowhere.
    std::span<const std::optional<Decimal>> ngr_deltas;
};

// Where new ids come from; the domain makes none itself.
struct IdSource {
    std::function<EventId()> next_event;
    std::function<PlayerId()> next_player;
};

// Which events are new, whose they are and what follows from them; what reports will show of them goes into `facts`.
// The first use of a key in the batch is accepted, later ones are its duplicates.
IngestOutcome DecideIngest(const IngestContext& context, const IdSource& ids, facts::FactBlock& facts);

// The fact of an event of this player.
facts::EventFact FactOf(const Event& event, const StoredPlayer& player, bool repeated,
                        const std::optional<Decimal>& ngr_delta);

}  // namespace fairlead::events
