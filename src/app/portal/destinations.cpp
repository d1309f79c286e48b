#include "app/portal/destinations.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>

#include "base/text/text.hpp"
#include "domain/tracking/url_parts.hpp"

namespace fairlead::app {
namespace {

// "HTTPS://CASINO.EXAMPLE:443"; empty if the URL has no host.
std::string OriginOf(std::string_view text) {
    const auto url = tracking::SplitUrl(text);
    if (!url || url->host_type == boost::urls::host_type::none) return {};
    const bool secure = url->scheme == boost::urls::scheme::https;
    int port = 0;
    if (url->port) std::from_chars(url->port->data(), url->port->data() + url->port->size(), port);
    if (port == 0) port = secure ? 443 : 80;
    const std::string_view scheme = text.substr(0, text.find(':'));
    return ToUpperAscii(scheme) + "://" + ToUpperAscii(url->host) + ":" + std::to_string(port);
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
