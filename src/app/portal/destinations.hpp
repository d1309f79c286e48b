#pragma once

#include <string>
#include <vector>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// Where links that affiliates make for themselves can lead to.

struct BrandDestination {
    BrandId brand;
    std::string url;

    auto operator<=>(const BrandDestination&) const = default;
};

// What to choose from: of every active brand its website, where the affiliate's own links lead to, and where those of
// several affiliates do. Where only another affiliate's lead to is not told: it may be a page of its own. In order, at
// most kDestinationsMax.
std::vector<BrandDestination> DestinationsFor(const OperatorEntry& owner, AffiliateId affiliate);
inline constexpr std::size_t kDestinationsMax = 500;

// Whether a link of the brand may lead there: the scheme, host and port are those of its website, or of where links of
// the brand lead to already.
bool MayLeadTo(const OperatorEntry& owner, BrandId brand, const std::string& url);

}  // namespace fairlead::app
