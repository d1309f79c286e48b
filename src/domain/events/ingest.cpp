#include "domain/events/ingest.hpp"

#include <string_view>
#include <unordered_map>

namespace fairlead::events {
namespace {

// A player by what the operator calls it. The text belongs to an event of the batch.
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

class IngestDecision {
public:
    IngestDecision(const IngestContext& context, const IdSource& ids) : context_(context), ids_(ids) {
        const std::size_t size = context.batch.size();
        outcome_.receipts.reserve(size);
        outcome_.accepted.reserve(size);
        first_use_.reserve(size);
        players_.reserve(size);
    }

    IngestOutcome Run() {
        for (std::size_t i = 0; i < context_.batch.size(); ++i) {
            if (context_.earlier[i]) {
                AddDuplicate(i, context_.earlier[i]->id, context_.earlier[i]->event);
                continue;
            }
            const auto [first, is_new] = first_use_.try_emplace(context_.batch[i]->key_digest, i);
            if (is_new) {
                Accept(i);
            } else {
                AddDuplicate(i, outcome_.receipts[first->second].event_id, context_.batch[first->second]->event);
            }
        }
        return std::move(outcome_);
    }

private:
    void AddDuplicate(std::size_t index, EventId first, const Event& first_event) {
        outcome_.receipts.push_back({first, ReceiptStatus::kDuplicate});
        if (context_.batch[index]->event != first_event) outcome_.differing.push_back({first, index});
    }

    void Accept(std::size_t index) {
        const Event& event = context_.batch[index]->event;
        StoredPlayer& player = PlayerOf(index);
        const std::size_t accepted_index = outcome_.accepted.size();
        outcome_.accepted.push_back({index, ids_.next_event(), player.id});
        outcome_.receipts.push_back({outcome_.accepted.back().id, ReceiptStatus::kAccepted});
        if (event.type == EventType::kRegistration) {
            Reach(player.milestones.registered, player.id, Milestone::kRegistration, accepted_index);
        } else if (event.type == EventType::kFirstDeposit) {
            Reach(player.milestones.deposited, player.id, Milestone::kFirstDeposit, accepted_index);
        }
    }

    void Reach(bool& already, PlayerId player, Milestone milestone, std::size_t accepted_index) {
        if (already) {
            outcome_.repeated.push_back({player, milestone, accepted_index});
        } else {
            outcome_.reached.push_back({player, milestone, accepted_index});
        }
        already = true;
    }

    StoredPlayer& PlayerOf(std::size_t index) {
        const Event& event = context_.batch[index]->event;
        const auto [entry, is_first] = players_.try_emplace(PlayerName{event.brand, event.player_ref});
        if (!is_first) return entry->second;
        if (context_.players[index]) {
            entry->second = *context_.players[index];
        } else {
            entry->second.id = ids_.next_player();
            outcome_.new_players.push_back({entry->second.id, index});
        }
        return entry->second;
    }

    const IngestContext& context_;
    const IdSource& ids_;
    IngestOutcome outcome_;
    std::unordered_map<KeyDigest, std::size_t, KeyDigestHash> first_use_;
    std::unordered_map<PlayerName, StoredPlayer, PlayerNameHash> players_;
};

}  // namespace

IngestOutcome DecideIngest(const IngestContext& context, const IdSource& ids) {
    return IngestDecision(context, ids).Run();
}

}  // namespace fairlead::events
