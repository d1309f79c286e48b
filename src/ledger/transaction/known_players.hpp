#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "domain/ingest/ingest.hpp"

namespace fairlead::ledger {

// Players that were met lately, as the ledger holds them, so that their next event need not read them. Those that were
// not met for long make room: when the young ones are half of all that may be kept, the old ones go.
class KnownPlayers {
public:
    // Null: not known here, which says nothing about the ledger. Valid until the next call of another method.
    const events::StoredPlayer* Find(BrandId brand, std::string_view ref) const;
    // Whoever is put there again stays.
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
