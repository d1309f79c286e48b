#pragma once

#include <string>
#include <vector>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// The possible destinations of links that affiliates create themselves.

struct BrandDestination {
    BrandId brand;
    std::string url;

    auto operator<=>(const BrandDestination&) const = default;
};

// The destinations to choose from: the website of each active brand, the destinations of the affiliate's own links, and
// destinations that links of several affiliates share. A destination that only one other affiliate uses is hidden,
// because it may be private. Ordered, at most kDestinationsMax.
std::vector<BrandDestination> DestinationsFor(const OperatorEntry& owner, AffiliateId affiliate);
inline constexpr std::size_t kDestinationsMax = 500;

// True if a link of the brand may have this destination: scheme, host and port are those of the brand's website or of
// an existing link of the brand.
bool MayLeadTo(const OperatorEntry& owner, BrandId brand, const std::string& url);

}  // namespace fairlead::app
