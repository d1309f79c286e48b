#include "ledger/known_players.hpp"

namespace fairlead::ledger {

const events::StoredPlayer* KnownPlayers::Find(BrandId brand, std::string_view ref) {
    const Name name{brand, ref};
    if (const auto found = young_.find(name); found != young_.end()) return &found->second;
    const auto found = old_.find(name);
    if (found == old_.end()) return nullptr;
    MakeRoom();
    // What made room may have been what was found.
    const auto still = old_.find(name);
    return still == old_.end() ? nullptr : &young_.insert(old_.extract(still)).position->second;
}

void KnownPlayers::Put(BrandId brand, std::string_view ref, events::StoredPlayer player) {
    const auto known = young_.find(Name{brand, ref});
    if (known != young_.end()) {
        known->second = std::move(player);
        return;
    }
    if (const auto old = old_.find(Name{brand, ref}); old != old_.end()) old_.erase(old);
    MakeRoom();
    if (most_ > 0) young_.emplace(OwnedName{brand, std::string(ref)}, std::move(player));
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
