#include "app/portal/player_alias.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kPrefix = "Player ";
constexpr std::size_t kBytesShown = 4;
constexpr std::size_t kDigitsMin = 6;  // The digits that an alias without the word "Player" needs.

Bytes16 DigestOf(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    return Digester128(key).Add("portal player").Add(affiliate.uuid.bytes).Add(player.uuid.bytes).Finish();
}

// The id contains a tag and the player's id, masked with a value that needs the key and the tag. The tag also
// authenticates the id: an invented or changed id matches no player.
Bytes16 TagOf(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    return Digester128(key).Add("portal player id").Add(affiliate.uuid.bytes).Add(player.uuid.bytes).Finish();
}

PlayerId Hidden(const Bytes32& key, const Bytes16& tag, PlayerId player) {
    const auto mask = Digester128(key).Add("portal player mask").Add(tag).Finish();
    for (std::size_t i = 0; i < mask.size(); ++i) player.uuid.bytes[i] ^= mask[i];
    return player;
}

}  // namespace

std::string PlayerAlias(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    const Bytes16 digest = DigestOf(key, affiliate, player);
    return std::string(kPrefix) + ToHex(std::span(digest).first(kBytesShown));
}

std::uint32_t PlayerAliasNumber(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    const Bytes16 digest = DigestOf(key, affiliate, player);
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < kBytesShown; ++i) number = number << 8 | digest[i];
    return number;
}

std::optional<AliasRange> ParsePlayerAlias(std::string_view text) {
    text = TrimSpaces(text);
    const bool named = EqualIgnoringAsciiCase(text.substr(0, kPrefix.size()), kPrefix);
    if (named) text = TrimSpaces(text.substr(kPrefix.size()));
    if (text.size() < (named ? 1 : kDigitsMin) || text.size() > 2 * kBytesShown) return std::nullopt;
    std::uint32_t digits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits, 16);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    const auto missing_bits = static_cast<unsigned>(4 * (2 * kBytesShown - text.size()));
    const std::uint64_t first = std::uint64_t{digits} << missing_bits;
    return AliasRange{static_cast<std::uint32_t>(first),
                      static_cast<std::uint32_t>(first + (std::uint64_t{1} << missing_bits) - 1)};
}

std::string PortalPlayerId(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    const Bytes16 tag = TagOf(key, affiliate, player);
    return ToHex(tag) + ToHex(Hidden(key, tag, player).uuid.bytes);
}

std::optional<PlayerId> PlayerOfPortalId(const Bytes32& key, AffiliateId affiliate, std::string_view id) {
    const auto bytes = KeyFromHex(id);
    if (!bytes) return std::nullopt;
    Bytes16 tag;
    PlayerId hidden;
    std::ranges::copy(std::span(*bytes).first(tag.size()), tag.begin());
    std::ranges::copy(std::span(*bytes).subspan(tag.size()), hidden.uuid.bytes.begin());
    const PlayerId player = Hidden(key, tag, hidden);
    return EqualInConstantTime(TagOf(key, affiliate, player), tag) ? std::optional(player) : std::nullopt;
}

}  // namespace fairlead::app
