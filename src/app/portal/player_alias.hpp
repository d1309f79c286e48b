#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/ports/player_records.hpp"
#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

// What an affiliate sees instead of a player's reference: "Player 7f3a09c2", always the same for the same player. It
// reveals nothing without the key, and each affiliate sees another alias of the same player.
std::string PlayerAlias(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// The digits of the alias as a number.
std::uint32_t PlayerAliasNumber(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// The aliases that begin with a text, in upper or lower case: "Player 7f3a09c2" or "7f3a09c2", and also "Player 7f" or
// "7f3a09". A text without the word "Player" needs six digits, because a shorter one is more likely the beginning of a
// reference.
std::optional<AliasRange> ParsePlayerAlias(std::string_view text);

// The id of a player that an affiliate sees: always the same for the same player, and different for each affiliate. It
// can be converted to the player's own id only with the key.
std::string PortalPlayerId(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// The player of an id that PortalPlayerId returned. Empty if the id was not created for this affiliate.
std::optional<PlayerId> PlayerOfPortalId(const Bytes32& key, AffiliateId affiliate, std::string_view id);

}  // namespace fairlead::app
