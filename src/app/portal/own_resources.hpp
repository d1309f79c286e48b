#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// A resource of the management API as one affiliate sees it: its own records alone, which do not say whose they are.
// Whose they are is put in on the way in and left out on the way out.
class OwnResource {
public:
    // What more an affiliate must heed. `upserts` are what a change would store.
    using Check = Errors (*)(const OperatorEntry& owner, AffiliateId affiliate,
                             std::span<const CatalogueChange::Record> upserts);

    // `filters` are the members that lists can be filtered by.
    OwnResource(const CatalogueResource& resource, AffiliateId affiliate, std::span<const std::string_view> filters,
                Check check)
        : resource_(resource), affiliate_(affiliate), filters_(filters), check_(check) {}

    Result<ListPage> List(const View& view, ListQuery query) const;
    std::optional<boost::json::object> Read(const View& view, Uuid id) const;
    // kNotFound of what is another affiliate's.
    ManageCatalogue::Decide Create(ChangeRequest request) const;
    ManageCatalogue::Decide Update(Uuid id, ChangeRequest request) const;

private:
    bool IsOwn(const boost::json::object& written) const;
    ManageCatalogue::Decide Checked(ManageCatalogue::Decide decide) const;

    const CatalogueResource& resource_;
    AffiliateId affiliate_;
    std::span<const std::string_view> filters_;
    Check check_;
};

OwnResource OwnLinks(AffiliateId affiliate);
OwnResource OwnMarketingSources(AffiliateId affiliate);

// The name and address by which the operator knows the affiliate; nothing else can be changed, or is answered.
boost::json::object WriteProfile(const catalogue::Affiliate& affiliate);
ManageCatalogue::Decide ChangeProfile(AffiliateId affiliate, ChangeRequest request);

}  // namespace fairlead::app
