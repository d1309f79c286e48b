#include "demo/pictures.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "demo/scenario.hpp"

namespace fairlead::demo {
namespace {

constexpr std::string_view kBannerPrefix = "banner-";
constexpr std::string_view kBannerSuffix = ".svg";

constexpr std::string_view kLogo =
    R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48" role="img" aria-label="Beacon Partners">)svg"
    R"svg(<circle cx="24" cy="24" r="20" fill="#0f6e84"/><path d="M21 14h6l3 22H18z" fill="#fff"/>)svg"
    R"svg(<path d="M27 15l14-5v12z" fill="#f2b84b"/><rect x="16" y="35" width="16" height="3" rx="1.5" fill="#fff"/></svg>)svg";

struct Colors {
    std::string_view from;
    std::string_view to;
    std::string_view accent;
};

Colors ColorsOf(std::size_t brand) {
    if (brand == kCasino) return {"#12324a", "#1f7a8c", "#f2b84b"};
    return {"#123d2a", "#2f9e62", "#ffe066"};
}

// Words are stacked in a tall banner and side by side in a wide one. A letter is about 0.55 em wide.
std::string DrawBanner(const Creative& creative) {
    const Brand& brand = Brands()[Campaigns()[creative.campaign].brand];
    const Colors colors = ColorsOf(Campaigns()[creative.campaign].brand);
    const double width = creative.width;
    const double height = creative.height;
    const auto letters = static_cast<double>(creative.headline.size());
    const bool tall = height > width * 2;
    const double headline = std::min(height * (tall ? 0.05 : 0.24), width * 0.9 / (letters * 0.55));
    const double name = std::min(height * 0.16, std::max(10.0, headline * 0.75));
    std::string out = fmt::format(
        R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img">)svg"
        R"svg(<title>{2}: {3}</title><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="{4}"/>)svg"
        R"svg(<stop offset="1" stop-color="{5}"/></linearGradient></defs><rect width="{0}" height="{1}" fill="url(#g)"/>)svg",
        creative.width, creative.height, brand.name, creative.headline, colors.from, colors.to);
    out += fmt::format(R"svg(<circle cx="{:.0f}" cy="{:.0f}" r="{:.0f}" fill="{}" opacity="0.18"/>)svg", width * 0.88,
                       height * 0.2, std::max(width, height) * 0.22, colors.accent);
    out += fmt::format(
        R"svg(<text x="{0:.1f}" y="{1:.1f}" text-anchor="middle" font-family="Georgia, serif" font-size="{2:.1f}" )svg"
        R"svg(font-weight="700" fill="{3}">{4}</text>)svg",
        width / 2, height * 0.36, name, colors.accent, brand.name);
    out += fmt::format(
        R"svg(<text x="{0:.1f}" y="{1:.1f}" text-anchor="middle" font-family="Verdana, sans-serif" font-size="{2:.1f}" )svg"
        R"svg(fill="#ffffff">{3}</text></svg>)svg",
        width / 2, height * 0.36 + name * 0.6 + headline, headline, creative.headline);
    return out;
}

}  // namespace

std::string BannerPath(std::size_t creative) {
    return fmt::format("{}{}{}{}", kPicturesPath, kBannerPrefix, creative, kBannerSuffix);
}

std::optional<std::string> DrawPicture(std::string_view name) {
    if (name == kLogoPath.substr(kPicturesPath.size())) return std::string(kLogo);
    if (!name.starts_with(kBannerPrefix) || !name.ends_with(kBannerSuffix)) return std::nullopt;
    name.remove_prefix(kBannerPrefix.size());
    name.remove_suffix(kBannerSuffix.size());
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), place);
    if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
    if (place >= Creatives().size() || Creatives()[place].width == 0) return std::nullopt;
    return DrawBanner(Creatives()[place]);
}

}  // namespace fairlead::demo
