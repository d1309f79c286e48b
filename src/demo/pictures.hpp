#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::demo {

// The logo and the banners of the demo: drawn here, so that its pages call no other host.

inline constexpr std::string_view kPicturesPath = "/demo/";
inline constexpr std::string_view kLogoPath = "/demo/logo.svg";

// Of a creative of the scenario, by its place.
std::string BannerPath(std::size_t creative);

// The SVG of a name under kPicturesPath; nothing where there is none.
std::optional<std::string> DrawPicture(std::string_view name);

}  // namespace fairlead::demo
