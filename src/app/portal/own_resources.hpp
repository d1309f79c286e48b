#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// A resource of the management API as one affiliate sees it: only its own records, without the affiliate's id and
// without addresses of the operator's network. The id is added to requests and removed from responses.
class OwnResource {
public:
    // Additional checks for affiliates. `upserts` are the records that a change would store.
    using Check = Errors (*)(const OperatorEntry& owner, AffiliateId affiliate,
                             std::span<const CatalogueChange::Record> upserts);

    // `filters` are the members by which lists can be filtered.
    OwnResource(const CatalogueResource& resource, AffiliateId affiliate, std::span<const std::string_view> filters,
                Check check)
        : resource_(resource), affiliate_(affiliate), filters_(filters), check_(check) {}

    Result<ListPage> List(const View& view, ListQuery query) const;
    std::optional<boost::json::object> Read(const View& view, Uuid id) const;
    // kNotFound for a record of another affiliate.
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

// The greatest numbers of records that an affiliate can create in the portal. They are limited because every node keeps
// all of them in memory; only the operator can create more. Inactive records count.
inline constexpr std::size_t kOwnLinksMax = 5'000;
inline constexpr std::size_t kOwnSourcesMax = 1'000;
inline constexpr std::size_t kOwnPostbacksMax = 500;

OwnResource OwnLinks(AffiliateId affiliate);
OwnResource OwnMarketingSources(AffiliateId affiliate);
OwnResource OwnPostbacks(AffiliateId affiliate);

// The affiliate's name and e-mail address, and its account manager if the operator shows it. Other members are not
// shown. Only the name and the address can be changed.
boost::json::object WriteProfile(const OperatorEntry& owner, const catalogue::Affiliate& affiliate);
ManageCatalogue::Decide ChangeProfile(AffiliateId affiliate, ChangeRequest request);

}  // namespace fairlead::app
