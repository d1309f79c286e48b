#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "app/ports/player_records.hpp"
#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// The names under which affiliates see players (app/portal/player_alias.hpp), in the table `player_aliases`. They let
// operators find a player by such a name.

// A player and an affiliate to which it belongs or belonged.
struct BroughtPlayer {
    PlayerId player;
    AffiliateId affiliate;
};

// The players of a batch of registrations that are attributed to an affiliate.
std::vector<BroughtPlayer> BroughtBy(std::span<const events::NewRegistration> registrations);

// Stores the aliases of the players. Stores nothing if the key is not known: see FillAliases.
Status StoreAliases(OperatorTransaction& transaction, std::span<const BroughtPlayer> brought);

// The most players that one alias finds. Among a million players, about 1 in 4,000 shares its alias with another.
inline constexpr std::int64_t kPlayersOfAliasMax = 50;
// The players with these aliases, ordered by alias and then from the newest, at most kPlayersOfAliasMax.
Result<std::vector<PlayerId>> FindByAlias(Connection& connection, OperatorId owner, app::AliasRange aliases);

// An attribution decision: the progress of FillAliases.
struct AttributionPlace {
    PlayerId player;
    std::int64_t number = 0;
};
// Stores the aliases of the next decisions after `after`, in the open transaction. Returns the last of these decisions,
// or nothing if no decisions are left.
Result<std::optional<AttributionPlace>> FillAliases(Connection& connection, OperatorId owner, const Bytes32& key,
                                                    const AttributionPlace& after);

// Whether NoteAliasesFilled has recorded that the aliases of all players are stored.
Result<bool> AreAliasesFilled(Connection& connection);
Status NoteAliasesFilled(Connection& connection);

}  // namespace fairlead::ledger
