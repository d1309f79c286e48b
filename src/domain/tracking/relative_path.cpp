#include "domain/tracking/relative_path.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fairlead::tracking {
namespace {

constexpr auto kAllowed = [] {
    std::array<bool, 256> allowed{};
    for (const char c : std::string_view("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/._")) {
        allowed[static_cast<std::uint8_t>(c)] = true;
    }
    return allowed;
}();

bool IsAllowed(char c) { return kAllowed[static_cast<std::uint8_t>(c)]; }

bool IsSegment(std::string_view text) { return !text.empty() && text != "." && text != ".."; }

}  // namespace

std::optional<RelativePath> RelativePath::Parse(std::string_view decoded) {
    if (decoded.size() > kRelativePathLengthMax || !std::ranges::all_of(decoded, IsAllowed)) return std::nullopt;
    if (decoded.starts_with('/')) decoded.remove_prefix(1);
    if (decoded.empty()) return RelativePath();
    auto segments = decoded;
    if (segments.ends_with('/')) segments.remove_suffix(1);
    for (;;) {
        const auto slash = segments.find('/');
        if (!IsSegment(segments.substr(0, slash))) return std::nullopt;
        if (slash == std::string_view::npos) return RelativePath(decoded);
        segments.remove_prefix(slash + 1);
    }
}

}  // namespace fairlead::tracking
