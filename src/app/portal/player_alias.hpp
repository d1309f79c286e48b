#pragma once

#include <string>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

// What an affiliate reads instead of a player's reference: "Player 7f3a09c2", always the same for the same player. It
// tells nothing without the key, and two affiliates have different ones for the same player.
std::string PlayerAlias(const Bytes32& key, AffiliateId affiliate, PlayerId player);

}  // namespace fairlead::app
