#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// The names that players have for affiliates (app/portal/player_alias.hpp), in the table `player_aliases`, so that a
// player is found by one.

// A player and an affiliate that has it, or had it.
struct BroughtPlayer {
    PlayerId player;
    AffiliateId affiliate;
};

// Those of a batch of registrations that somebody has brought.
std::vector<BroughtPlayer> BroughtBy(std::span<const events::NewRegistration> registrations);

// Stores what the affiliates call the players. Stores nothing while the key is not known: see FillAliases.
Status StoreAliases(OperatorTransaction& transaction, std::span<const BroughtPlayer> brought);

// How many players are found by one alias. Two of a million players share one with a probability of about 1 in 4,000.
inline constexpr std::int64_t kPlayersOfAliasMax = 50;
// The players that some affiliate knows by this alias, the newest first, at most kPlayersOfAliasMax.
Result<std::vector<PlayerId>> FindByAlias(Connection& connection, OperatorId owner, std::uint32_t alias);

// A decision about who brought a player: where FillAliases has come to.
struct AttributionPlace {
    PlayerId player;
    std::int64_t number = 0;
};
// Stores the aliases that follow from the next decisions after `after`, in the transaction that is open. The last of
// these decisions, or nothing when there are no more.
Result<std::optional<AttributionPlace>> FillAliases(Connection& connection, OperatorId owner, const Bytes32& key,
                                                    const AttributionPlace& after);

// Whether the aliases of all players are stored, as NoteAliasesFilled has said once.
Result<bool> AreAliasesFilled(Connection& connection);
Status NoteAliasesFilled(Connection& connection);

}  // namespace fairlead::ledger
