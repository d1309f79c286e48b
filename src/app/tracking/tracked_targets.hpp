#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "app/catalogue/catalogue.hpp"
#include "domain/tracking/click.hpp"
#include "domain/tracking/click_parameters.hpp"
#include "domain/tracking/destination.hpp"
#include "domain/tracking/terms.hpp"

namespace fairlead::app {

// The properties of a link that its clicks get. A link without a campaign has the campaign of its creative.
tracking::Origin OriginOf(const OperatorEntry& entry, const catalogue::Link& link);

// A link, prepared for clicks.
struct TrackedLink {
    LinkId id;
    OperatorId owner;
    BrandId brand;
    tracking::Term brand_term = 0;
    std::string link_part;  // The part of an origin: see AppendLinkPart.
    tracking::Destination destination;
    tracking::Uncounted uncounted = tracking::Uncounted::kNo;  // Set if the link or its affiliate is not in force.
};

// A creative that a link or an affiliate shows, prepared for impressions.
struct TrackedCreative {
    OperatorId owner;
    BrandId brand;
    std::string link_part;
    bool counts = true;
};

// The targets of clicks and impressions in the current catalogue, prepared on first use and kept until the catalogue
// changes. Belongs to one thread; reads no database.
class TrackedTargets {
public:
    explicit TrackedTargets(const Catalogue& catalogue) : catalogue_(catalogue) {}

    // By the link's id or code. Null if there is none. Valid until the next call of any method.
    const TrackedLink* FindLink(std::string_view id_or_code);
    const TrackedCreative* FindCreative(std::string_view id, const tracking::ImpressionQuery& query);

private:
    void FollowCatalogue();

    const Catalogue& catalogue_;
    std::shared_ptr<const CatalogueSnapshot> snapshot_;
    std::unordered_map<LinkId, TrackedLink> links_;
    // By the bytes of the creative's id and of the id of the link or affiliate that shows it.
    std::unordered_map<std::string, TrackedCreative> creatives_;
};

}  // namespace fairlead::app
