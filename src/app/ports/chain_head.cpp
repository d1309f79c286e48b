#include "app/ports/chain_head.hpp"

#include <charconv>

namespace fairlead::app {

std::string ChainHead::ToText() const { return owner.ToString() + ":" + std::to_string(number) + ":" + ToHex(hash); }

std::optional<ChainHead> ChainHead::Parse(std::string_view text) {
    const std::size_t first = text.find(':');
    const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto owner = OperatorId::Parse(text.substr(0, first));
    const auto hash = KeyFromHex(text.substr(second + 1));
    const std::string_view digits = text.substr(first + 1, second - first - 1);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool counts = error == std::errc() && end == digits.data() + digits.size() && number > 0;
    if (!owner || !hash || !counts) return std::nullopt;
    return ChainHead{*owner, number, *hash, {}};
}

}  // namespace fairlead::app
