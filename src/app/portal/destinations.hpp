#pragma once

#include <string>
#include <vector>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// The possible destinations of links that affiliates create themselves.

struct BrandDestination {
    BrandId brand;
    std::string url;
    std::optional<LandingPageId> landing_page = {};
    std::string name = {};  // Of the landing page.

    auto operator<=>(const BrandDestination&) const = default;
};

// The destinations to choose from: the active landing pages and the website of each active brand, the destinations of
// the affiliate's own links, and destinations that links of several affiliates share. A destination that only one other
// affiliate uses is hidden, because it may be private. Each URL of a brand is listed once: landing pages first, by
// name, then the others by URL. Returns at most kDestinationsMax.
std::vector<BrandDestination> DestinationsFor(const OperatorEntry& owner, AffiliateId affiliate);
inline constexpr std::size_t kDestinationsMax = 500;

// True if a link of the brand may have this destination: scheme, host and port are those of the brand's website, of an
// active landing page or of an existing link of the brand.
bool MayLeadTo(const OperatorEntry& owner, BrandId brand, const std::string& url);

}  // namespace fairlead::app
