#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

// What an affiliate reads instead of a player's reference: "Player 7f3a09c2", always the same for the same player. It
// tells nothing without the key, and two affiliates have different ones for the same player.
std::string PlayerAlias(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// The digits of the alias as a number.
std::uint32_t PlayerAliasNumber(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// The number in a text that can be an alias, whatever its case: "Player 7f3a09c2" or "7f3a09c2".
std::optional<std::uint32_t> ParsePlayerAlias(std::string_view text);
// The id that an affiliate reads of a player: always the same for the same player, and another one for each affiliate.
// Only this program can make the player's own id of it.
std::string PortalPlayerId(const Bytes32& key, AffiliateId affiliate, PlayerId player);

// Whose id it is; nothing where it was not made for this affiliate.
std::optional<PlayerId> PlayerOfPortalId(const Bytes32& key, AffiliateId affiliate, std::string_view id);

}  // namespace fairlead::app
