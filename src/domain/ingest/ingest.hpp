#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "domain/attribution/attribute.hpp"
#include "domain/events/event.hpp"
#include "domain/events/near_miss.hpp"
#include "domain/facts/fact_block.hpp"

namespace fairlead::events {

// An event that is not stored yet. An invalid one is never stored, but a known key makes it a duplicate like any other.
struct SubmittedEvent {
    Event event;
    KeyDigest key_digest{};
    bool names_own_click = false;  // The click that it names is one of this service, recorded or not.
    bool is_valid = true;          // If not, `event` has the members that could be read.
    std::vector<NearMiss> near_misses;
};

// The event that the ledger already has under an idempotency key.
struct StoredEvent {
    EventId id;
    Event event;
};

// The milestones, that is, events that count only once, which a player already has.
struct PlayerMilestones {
    bool registered = false;
    bool deposited = false;
};

struct StoredPlayer {
    PlayerId id;
    PlayerMilestones milestones;
    std::string country;  // From the registration, else from its click. Empty before the registration.
    std::string origin;   // Encoded. Empty if no affiliate brought the player.
    std::optional<AffiliateId> affiliate;
    Timestamp registered_at;
    std::string commission;  // The encoded commission::PlayerState. Empty if there is none yet.

    facts::Standing standing() const;
};

// An event that arrived before its player's registration.
struct WaitingEvent {
    std::int64_t seq = 0;
    Event event;
    std::optional<Decimal> ngr_delta;  // What an ngr_update adds, if that is not its amount.
    bool repeated = false;             // A first deposit that was not the first.
};

// kRefused: the event is invalid and its key is new. The receipt has no event then.
enum class ReceiptStatus : std::uint8_t { kAccepted, kDuplicate, kRefused };

struct Receipt {
    EventId event_id;
    ReceiptStatus status = ReceiptStatus::kAccepted;
};

struct AcceptedEvent {
    std::size_t index = 0;  // Index into the batch.
    EventId id;
    PlayerId player;
};

enum class Milestone : std::uint8_t { kRegistration, kFirstDeposit };

// A player's first registration, and the decision about who brought the player.
struct NewRegistration {
    PlayerId player;
    std::size_t accepted_index = 0;  // Index into IngestOutcome::accepted.
    attribution::AttributionDecision decision;
};

// A second registration or first deposit of a player. It is stored, but it changes nothing.
struct RepeatedMilestone {
    PlayerId player;
    Milestone milestone = Milestone::kRegistration;
    std::size_t accepted_index = 0;
};

// A duplicate whose content differs from the first event with its key.
struct DifferingDuplicate {
    EventId first;
    std::size_t index = 0;
};

// An event that the commission engine processes. It was stored before, or is part of this batch.
struct PaidEvent {
    std::size_t player = 0;  // Index into IngestOutcome::players.
    const Event* event = nullptr;
    std::int64_t stored_seq = 0;     // 0 for an event of this batch.
    std::size_t accepted_index = 0;  // For an event of this batch: index into IngestOutcome::accepted.
    std::optional<Decimal> ngr_delta;
    bool waited = false;  // It was recorded before the player registered, and counts from the registration on.
};

// A fact of an event: what reports count.
struct DecidedFact {
    PaidEvent event;
    bool repeated = false;   // The event repeats a milestone.
    bool registered = true;  // False for the fact before the player's registration.
    bool reversed = false;   // It cancels an earlier fact.
};

// A player with new events in the batch, in the state after them.
struct TouchedPlayer {
    std::size_t index = 0;  // Its first event: index into the batch.
    bool is_new = false;
    std::optional<std::size_t> registration;   // If it is in this batch: index into IngestOutcome::accepted.
    std::optional<std::size_t> first_deposit;  // The same.
    StoredPlayer player;
};

// The decisions about a batch of events, which is then stored completely or not at all.
struct IngestOutcome {
    std::vector<Receipt> receipts;  // One per event, in the order of the batch.
    std::vector<AcceptedEvent> accepted;
    std::vector<TouchedPlayer> players;  // Each once, in the order of their first events.
    std::vector<NewRegistration> registrations;
    std::vector<RepeatedMilestone> repeated;
    std::vector<DifferingDuplicate> differing;
    std::vector<PaidEvent> paid;
    std::vector<DecidedFact> facts;
};

// The clicks that may have brought the player of a registration, and the events that wait for the registration.
struct RegistrationContext {
    attribution::Policy policy;
    std::optional<tracking::Click> named;
    std::vector<tracking::Click> candidates;
    std::vector<WaitingEvent> waiting;
};

inline const std::unordered_set<AffiliateId> kNobody;

// What the ledger knows about a batch, one entry per event. `players` is only read for events without `earlier`, and
// `registrations` only for registrations of players that have not registered.
struct IngestContext {
    std::span<const SubmittedEvent* const> batch;
    std::span<const std::optional<StoredEvent>> earlier;
    std::span<const StoredPlayer* const> players;  // Null for a new player.
    std::span<const std::optional<RegistrationContext>> registrations;
    // What an ngr_update adds, if that is not its amount. The span may be empty if this is true of no event.
    std::span<const std::optional<Decimal>> ngr_deltas;
    const std::unordered_set<AffiliateId>& suspended = kNobody;  // Affiliates that get no new players.
};

// Creates new ids. The domain itself creates none.
struct IdSource {
    std::function<EventId()> next_event;
    std::function<PlayerId()> next_player;
};

// Decides which events are new, which players they belong to and what follows from them. The first event with a key in
// the batch is accepted; later ones are duplicates.
IngestOutcome DecideIngest(const IngestContext& context, const IdSource& ids);

// Adds the facts of the outcome to the block, each with the deal that `deal_of` returns for the event of a player with
// an affiliate.
void AddFacts(const IngestOutcome& outcome, const std::function<DealId(const PaidEvent&)>& deal_of,
              facts::FactBlock& block);

// Makes the fact of an event of this player.
facts::EventFact FactOf(const Event& event, const StoredPlayer& player, bool repeated,
                        const std::optional<Decimal>& ngr_delta);

}  // namespace fairlead::events
