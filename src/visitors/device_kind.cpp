#include "visitors/device_kind.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace fairlead::visitors {
namespace {

constexpr std::array<std::string_view, 3> kConsole{"playstation", "xbox", "nintendo"};
constexpr std::array<std::string_view, 18> kTv{"smarttv",  "smart-tv",  "smart tv",   "hbbtv",  "appletv", "apple tv",
                                               "googletv", "google tv", "android tv", "bravia", "crkey",   "roku",
                                               "netcast",  "viera",     "web0s",      "; aft",  "mibox",   "vidaa"};
constexpr std::array<std::string_view, 4> kTablet{"ipad", "tablet", "kindle", "playbook"};
constexpr std::array<std::string_view, 9> kMobile{"mobi",  "iphone",     "ipod",    "windows phone", "blackberry",
                                                  "kaios", "opera mini", "symbian", "j2me"};
constexpr std::array<std::string_view, 6> kDesktop{"windows", "macintosh", "x11", "cros ", "linux", "mac os x"};

bool HasAny(std::string_view agent, std::span<const std::string_view> words) {
    return std::ranges::any_of(words,
                               [&](std::string_view word) { return agent.find(word) != std::string_view::npos; });
}

}  // namespace

std::string_view DeviceKind(std::string_view lower_agent) {
    const bool has_android = lower_agent.find("android") != std::string_view::npos;
    // "Tablet PC" is a part of Windows that desktops also have.
    const bool has_windows = lower_agent.find("windows nt") != std::string_view::npos;
    if (HasAny(lower_agent, kConsole)) return "console";
    if (HasAny(lower_agent, kTv)) return "tv";
    if (!has_windows && HasAny(lower_agent, kTablet)) return "tablet";
    if (HasAny(lower_agent, kMobile)) return "mobile";
    // Android phones send "Mobile", Android tablets do not.
    if (has_android) return "tablet";
    return HasAny(lower_agent, kDesktop) ? "desktop" : "other";
}

}  // namespace fairlead::visitors
