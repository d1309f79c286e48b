#include "app/portal/player_alias.hpp"

#include <charconv>
#include <span>

#include "base/text/text.hpp"

namespace fairlead::app {
namespace {

constexpr std::string_view kPrefix = "Player ";
constexpr std::size_t kBytesShown = 4;

Bytes16 DigestOf(const Bytes32& key, AffiliateId affiliate, PlayerId player) {
    return Digester128(key).Add("portal player").Add(affiliate.uuid.bytes).Add(player.uuid.bytes).Finish();
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

std::optional<std::uint32_t> ParsePlayerAlias(std::string_view text) {
    text = TrimSpaces(text);
    if (EqualIgnoringAsciiCase(text.substr(0, kPrefix.size()), kPrefix)) text = TrimSpaces(text.substr(kPrefix.size()));
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    const bool whole = error == std::errc() && end == text.data() + text.size() && text.size() == 2 * kBytesShown;
    return whole ? std::optional(number) : std::nullopt;
}

}  // namespace fairlead::app
