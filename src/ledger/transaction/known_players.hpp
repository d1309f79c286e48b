#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "domain/ingest/ingest.hpp"

namespace fairlead::ledger {

// A cache of recently used players, so that their next event does not need to read them. It has two halves: when the
// young half is full, it becomes the old half, and the previous old half is dropped.
class KnownPlayers {
public:
    // Null if the player is not in the cache; the ledger may still have it. Valid until the next change of the cache.
    const events::StoredPlayer* Find(BrandId brand, std::string_view ref) const;
    // Adds or replaces a player. Players that are put again move to the young half.
    void Put(BrandId brand, std::string_view ref, events::StoredPlayer player);
    void Clear();

    void set_most(std::size_t most) { most_ = most; }
    std::size_t size() const { return young_.size() + old_.size(); }

private:
    struct Name {
        BrandId brand;
        std::string_view ref;
    };
    struct OwnedName {
        BrandId brand;
        std::string ref;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const auto& name) const {
            return std::hash<BrandId>()(name.brand) ^ std::hash<std::string_view>()(name.ref);
        }
    };
    struct Equal {
        using is_transparent = void;
        bool operator()(const auto& a, const auto& b) const { return a.brand == b.brand && a.ref == b.ref; }
    };
    using Players = std::unordered_map<OwnedName, events::StoredPlayer, Hash, Equal>;

    void MakeRoom();

    std::size_t most_ = 0;
    Players young_;
    Players old_;
};

}  // namespace fairlead::ledger
