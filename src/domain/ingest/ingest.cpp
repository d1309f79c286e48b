#include "domain/ingest/ingest.hpp"

#include <map>
#include <string_view>
#include <unordered_map>

#include "base/assert.hpp"

namespace fairlead::events {
namespace {

// A player by the operator's reference. The text belongs to an event of the batch.
struct PlayerName {
    BrandId brand;
    std::string_view ref;
    bool operator==(const PlayerName&) const = default;
};

struct PlayerNameHash {
    std::size_t operator()(const PlayerName& name) const {
        return std::hash<BrandId>()(name.brand) ^ std::hash<std::string_view>()(name.ref);
    }
};

// An event that waits for its player's registration.
struct Waiting {
    PaidEvent event;
    bool repeated = false;  // Whether it repeats a milestone.
};

// The state of a player after the events processed so far.
struct PlayerInBatch {
    TouchedPlayer touched;
    std::vector<Waiting> waiting;  // Only events of this batch.

    StoredPlayer& player() { return touched.player; }
};

class IngestDecision {
public:
    IngestDecision(const IngestContext& context, const IdSource& ids) : context_(context), ids_(ids) {
        const std::size_t size = context.batch.size();
        outcome_.receipts.reserve(size);
        outcome_.accepted.reserve(size);
        outcome_.facts.reserve(size);
        first_use_.reserve(size);
        players_.reserve(size);
        states_.reserve(size);
    }

    IngestOutcome Run() {
        for (std::size_t i = 0; i < context_.batch.size(); ++i) {
            if (context_.earlier[i]) {
                AddDuplicate(i, context_.earlier[i]->id, context_.earlier[i]->event);
                continue;
            }
            const auto first = first_use_.find(context_.batch[i]->key_digest);
            if (first != first_use_.end()) {
                AddDuplicate(i, outcome_.receipts[first->second].event_id, context_.batch[first->second]->event);
            } else if (context_.batch[i]->is_valid) {
                first_use_.emplace(context_.batch[i]->key_digest, i);
                Accept(i);
            } else {
                outcome_.receipts.push_back({EventId(), ReceiptStatus::kRefused});
            }
        }
        outcome_.players.reserve(states_.size());
        for (PlayerInBatch& state : states_) outcome_.players.push_back(std::move(state.touched));
        return std::move(outcome_);
    }

private:
    void AddDuplicate(std::size_t index, EventId first, const Event& first_event) {
        outcome_.receipts.push_back({first, ReceiptStatus::kDuplicate});
        if (context_.batch[index]->event != first_event) outcome_.differing.push_back({first, index});
    }

    void Accept(std::size_t index) {
        const Event& event = context_.batch[index]->event;
        PlayerInBatch& state = PlayerOf(index);
        const std::size_t accepted_index = outcome_.accepted.size();
        outcome_.accepted.push_back({index, ids_.next_event(), state.player().id});
        outcome_.receipts.push_back({outcome_.accepted.back().id, ReceiptStatus::kAccepted});
        const auto delta = context_.ngr_deltas.empty() ? std::nullopt : context_.ngr_deltas[index];
        const PaidEvent entry{.event = &event, .accepted_index = accepted_index, .ngr_delta = delta};
        const bool repeated = !ReachMilestone(state, index, entry);
        AddFact(state, {.event = entry, .repeated = repeated, .registered = state.player().milestones.registered});
        if (!state.player().milestones.registered) {
            state.waiting.push_back({entry, repeated});
        } else if (!repeated && event.type != EventType::kRegistration) {
            PayFor(state, entry);
        }
    }

    std::size_t IndexOf(const PlayerInBatch& state) const { return static_cast<std::size_t>(&state - states_.data()); }

    void AddFact(const PlayerInBatch& state, DecidedFact fact) {
        fact.event.player = IndexOf(state);
        outcome_.facts.push_back(fact);
    }

    // An organic player earns no commission.
    void PayFor(PlayerInBatch& state, PaidEvent entry) {
        if (state.player().origin.empty()) return;
        entry.player = IndexOf(state);
        outcome_.paid.push_back(entry);
    }

    // Returns false if the event repeats a milestone.
    bool ReachMilestone(PlayerInBatch& state, std::size_t index, const PaidEvent& entry) {
        const std::size_t accepted_index = entry.accepted_index;
        const EventType type = context_.batch[index]->event.type;
        PlayerMilestones& reached = state.player().milestones;
        if (type == EventType::kRegistration) {
            if (reached.registered) return Repeat(state, Milestone::kRegistration, accepted_index);
            Register(state, index, entry);
        } else if (type == EventType::kFirstDeposit) {
            if (reached.deposited) return Repeat(state, Milestone::kFirstDeposit, accepted_index);
            reached.deposited = true;
            state.touched.first_deposit = accepted_index;
        }
        return true;
    }

    bool Repeat(PlayerInBatch& state, Milestone milestone, std::size_t accepted_index) {
        outcome_.repeated.push_back({state.player().id, milestone, accepted_index});
        return false;
    }

    void Register(PlayerInBatch& state, std::size_t index, const PaidEvent& entry) {
        const Event& event = context_.batch[index]->event;
        FAIRLEAD_ASSERT(context_.registrations[index]);
        const RegistrationContext& known = *context_.registrations[index];
        auto decision = Attribute(event, known.policy, known.named, known.candidates, context_.suspended);
        StoredPlayer& player = state.player();
        player.milestones.registered = true;
        player.registered_at = event.time;
        player.country = event.country;
        if (decision.winner) {
            player.affiliate = decision.winner->origin.affiliate;
            player.origin = tracking::EncodeOrigin(decision.winner->origin);
            if (event.country.empty()) player.country = decision.winner->country;
        }
        PayFor(state, entry);
        TakeInWaiting(known.waiting, state);
        state.touched.registration = entry.accepted_index;
        outcome_.registrations.push_back({player.id, entry.accepted_index, std::move(decision)});
    }

    // Earlier events now count for the affiliate that brought the player, in the order of their event times.
    void TakeInWaiting(const std::vector<WaitingEvent>& stored, PlayerInBatch& state) {
        std::multimap<Timestamp, Waiting> waiting;
        for (const WaitingEvent& entry : stored) {
            const PaidEvent event{.event = &entry.event, .stored_seq = entry.seq, .ngr_delta = entry.ngr_delta};
            waiting.emplace(entry.event.time, Waiting{event, entry.repeated});
        }
        for (const Waiting& entry : state.waiting) waiting.emplace(entry.event.event->time, entry);
        state.waiting.clear();
        for (const auto& [time, entry] : waiting) {
            PaidEvent event = entry.event;
            event.waited = true;
            AddFact(state, {.event = event, .repeated = entry.repeated, .registered = false, .reversed = true});
            AddFact(state, {.event = event, .repeated = entry.repeated});
            if (!entry.repeated) PayFor(state, event);
        }
    }

    PlayerInBatch& PlayerOf(std::size_t index) {
        const Event& event = context_.batch[index]->event;
        const auto [entry, is_first] = players_.try_emplace(PlayerName{event.brand, event.player_ref}, states_.size());
        if (!is_first) return states_[entry->second];
        PlayerInBatch& state = states_.emplace_back();
        state.touched.index = index;
        state.touched.is_new = context_.players[index] == nullptr;
        if (state.touched.is_new) {
            state.player().id = ids_.next_player();
        } else {
            state.player() = *context_.players[index];
        }
        return state;
    }

    const IngestContext& context_;
    const IdSource& ids_;
    IngestOutcome outcome_;
    std::unordered_map<KeyDigest, std::size_t, KeyDigestHash> first_use_;
    std::vector<PlayerInBatch> states_;
    std::unordered_map<PlayerName, std::size_t, PlayerNameHash> players_;  // Index into `states_`.
};

}  // namespace

facts::Standing StoredPlayer::standing() const {
    if (!milestones.registered) return facts::Standing::kUnregistered;
    return origin.empty() ? facts::Standing::kOrganic : facts::Standing::kAttributed;
}

facts::EventFact FactOf(const Event& event, const StoredPlayer& player, bool repeated,
                        const std::optional<Decimal>& ngr_delta) {
    facts::EventFact fact{.type = event.type,
                          .time = event.time,
                          .weight = repeated ? 0 : 1,
                          .money = event.money,
                          .brand = event.brand,
                          .player = player.id,
                          .country = player.milestones.registered ? std::string_view(player.country) : event.country,
                          .product = event.product,
                          .game = event.game,
                          .standing = player.standing(),
                          .origin = player.origin};
    if (ngr_delta) fact.money->amount = *ngr_delta;
    // A repeated milestone counts in no metric.
    if (repeated) fact.money.reset();
    return fact;
}

IngestOutcome DecideIngest(const IngestContext& context, const IdSource& ids) {
    return IngestDecision(context, ids).Run();
}

void AddFacts(const IngestOutcome& outcome, const std::function<DealId(const PaidEvent&)>& deal_of,
              facts::FactBlock& block) {
    for (const DecidedFact& decided : outcome.facts) {
        const PaidEvent& event = decided.event;
        const StoredPlayer& player = outcome.players[event.player].player;
        StoredPlayer unregistered;
        if (!decided.registered) unregistered.id = player.id;
        facts::EventFact fact =
            FactOf(*event.event, decided.registered ? player : unregistered, decided.repeated, event.ngr_delta);
        if (fact.standing == facts::Standing::kAttributed) fact.deal = deal_of(event);
        block.AddEvent(decided.reversed ? fact.Reversed() : fact);
    }
}

}  // namespace fairlead::events
