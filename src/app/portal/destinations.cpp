#include "app/portal/destinations.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include <boost/url.hpp>

namespace fairlead::app {
namespace {

// "https://casino.example:443"; empty if the URL has no host.
std::string OriginOf(std::string_view text) {
    const auto url = boost::urls::parse_uri(text);
    if (!url || !url->has_authority()) return {};
    boost::urls::url origin;
    origin.set_scheme(url->scheme());
    origin.set_encoded_host(url->encoded_host());
    const bool secure = url->scheme_id() == boost::urls::scheme::https;
    origin.set_port_number(url->has_port() && url->port_number() != 0 ? url->port_number()
                                                                      : static_cast<std::uint16_t>(secure ? 443 : 80));
    origin.normalize();
    return std::string(origin.buffer());
}

// How the links of one brand use a destination.
struct Use {
    AffiliateId first;
    bool own = false;
    bool shared = false;
};

// Puts the landing pages first, and leaves out other destinations with the URL of a page.
std::vector<BrandDestination> WithLandingPages(const OperatorEntry& owner, std::vector<BrandDestination> others) {
    std::vector<BrandDestination> all;
    std::set<std::pair<BrandId, std::string_view>> named;
    for (const auto& page : owner.records.landing_pages) {
        const auto* brand = owner.FindBrand(page.brand);
        if (!page.active || brand == nullptr || !brand->active) continue;
        all.push_back({page.brand, page.url, page.id, page.name});
        named.emplace(page.brand, page.url);
    }
    std::ranges::sort(all, {}, [](const BrandDestination& page) { return std::tie(page.name, page.landing_page); });
    std::erase_if(others, [&](const BrandDestination& one) { return named.contains({one.brand, one.url}); });
    all.insert(all.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
    return all;
}

}  // namespace

std::vector<BrandDestination> DestinationsFor(const OperatorEntry& owner, AffiliateId affiliate) {
    std::vector<BrandDestination> destinations;
    std::map<BrandId, std::unordered_map<std::string_view, Use>> used;
    for (const auto& brand : owner.records.brands) {
        if (!brand.active) continue;
        used.try_emplace(brand.id);
        if (!brand.website_url.empty()) destinations.push_back({brand.id, brand.website_url});
    }
    for (const auto& link : owner.records.links) {
        const auto of_brand = used.find(link.brand);
        if (of_brand == used.end()) continue;
        Use& use = of_brand->second.try_emplace(link.destination_url, Use{.first = link.affiliate}).first->second;
        use.own = use.own || link.affiliate == affiliate;
        use.shared = use.shared || link.affiliate != use.first;
    }
    for (const auto& [brand, urls] : used) {
        for (const auto& [url, use] : urls) {
            if (use.own || use.shared) destinations.push_back({brand, std::string(url)});
        }
    }
    std::ranges::sort(destinations);
    const auto twice = std::ranges::unique(destinations);
    destinations.erase(twice.begin(), twice.end());
    destinations = WithLandingPages(owner, std::move(destinations));
    if (destinations.size() > kDestinationsMax) destinations.resize(kDestinationsMax);
    return destinations;
}

bool MayLeadTo(const OperatorEntry& owner, BrandId brand, const std::string& url) {
    const std::string origin = OriginOf(url);
    if (origin.empty()) return false;
    const auto* found = owner.FindBrand(brand);
    if (found != nullptr && OriginOf(found->website_url) == origin) return true;
    for (const auto& page : owner.records.landing_pages) {
        if (page.active && page.brand == brand && OriginOf(page.url) == origin) return true;
    }
    for (const auto& link : owner.records.links) {
        if (link.brand == brand && OriginOf(link.destination_url) == origin) return true;
    }
    return false;
}

}  // namespace fairlead::app
