#include "ledger/transaction/known_players.hpp"

namespace fairlead::ledger {

const events::StoredPlayer* KnownPlayers::Find(BrandId brand, std::string_view ref) const {
    const Name name{brand, ref};
    if (const auto found = young_.find(name); found != young_.end()) return &found->second;
    const auto found = old_.find(name);
    return found == old_.end() ? nullptr : &found->second;
}

void KnownPlayers::Put(BrandId brand, std::string_view ref, events::StoredPlayer player) {
    const Name name{brand, ref};
    if (const auto known = young_.find(name); known != young_.end()) {
        known->second = std::move(player);
        return;
    }
    auto node = Players::node_type();
    if (const auto known = old_.find(name); known != old_.end()) node = old_.extract(known);
    MakeRoom();
    if (most_ == 0) return;
    if (node.empty()) {
        young_.emplace(OwnedName{brand, std::string(ref)}, std::move(player));
    } else {
        node.mapped() = std::move(player);
        young_.insert(std::move(node));
    }
}

void KnownPlayers::Clear() {
    young_.clear();
    old_.clear();
}

void KnownPlayers::MakeRoom() {
    if (young_.size() < (most_ + 1) / 2) return;
    old_ = std::move(young_);
    young_.clear();
}

}  // namespace fairlead::ledger
