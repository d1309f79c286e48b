#include "app/portal/player_alias.hpp"

#include <span>

namespace fairlead::app {

std::string PlayerAlias(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    constexpr std::size_t kBytesShown = 4;
    const auto digest = Digester128(key).Add("portal player").Add(affiliate.uuid.bytes).Add(player.uuid.bytes).Finish();
    return "Player " + ToHex(std::span(digest).first(kBytesShown));
}

}  // namespace fairlead::app
