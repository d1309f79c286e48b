#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::demo {

// The logo and the banners of the demo. They are drawn here, so that the pages of the demo call no other host.

inline constexpr std::string_view kPicturesPath = "/demo/";
inline constexpr std::string_view kLogoPath = "/demo/logo.svg";

// The name of the picture of a creative, by its index in the scenario.
std::string BannerPath(std::size_t creative);

// The SVG of a name under kPicturesPath, or empty if there is none.
std::optional<std::string> DrawPicture(std::string_view name);

}  // namespace fairlead::demo
