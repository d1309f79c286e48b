#include "app/portal/own_resources.hpp"
#include "app/tracking/tracking_urls.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/portal/portal_routes.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using catalogue::Campaign;
using catalogue::Creative;

// Adds the routes that list, read, create and change records that the affiliate owns.
void AddOwnRoutes(PortalRoutes& routes, const std::string& all, app::OwnResource (*own)(AffiliateId)) {
    const std::string one = all + "/{id}";
    routes.Add("GET", all,
               [own](const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                     Responder responder) {
                   auto query = ReadListQuery(request);
                   if (!query) return responder.Send(Problem(query.error(), request.request_id));
                   const auto view = ViewFor(dependencies.resources, CallerOf(caller), request);
                   auto page = own(caller.affiliate_id()).List(view, std::move(*query));
                   if (!page) return responder.Send(Problem(page.error(), request.request_id));
                   responder.Send({.body = WriteListPage(std::move(*page))});
               });
    routes.Add("GET", one,
               [own](const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                     Responder responder) {
                   const auto view = ViewFor(dependencies.resources, CallerOf(caller), request);
                   const auto found = own(caller.affiliate_id()).Read(view, IdInPath(request));
                   if (!found) return responder.Send(NoSuchResource(request));
                   responder.Send({.body = json::serialize(*found)});
               });
    routes.Add("POST", all,
               [own](const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                     Responder responder) {
                   const auto decide = [&](app::ChangeRequest change) {
                       return own(caller.affiliate_id()).Create(std::move(change));
                   };
                   const auto read = [own, affiliate = caller.affiliate_id()](const app::View& view, Uuid id) {
                       return own(affiliate).Read(view, id);
                   };
                   ChangeResource(dependencies.resources, CallerOf(caller), request, 201, std::move(responder),
                                  {decide, read});
               });
    routes.Add("PATCH", one,
               [own](const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                     Responder responder) {
                   ChangeResource(dependencies.resources, CallerOf(caller), request, 200, std::move(responder),
                                  {[&](app::ChangeRequest change) {
                                      return own(caller.affiliate_id()).Update(IdInPath(request), std::move(change));
                                  }});
               });
}

// Affiliates see a campaign or creative only while it and everything above it is active.
bool IsOffered(const app::OperatorEntry& owner, const Campaign& campaign) {
    const auto* brand = owner.FindBrand(campaign.brand);
    return campaign.active && brand != nullptr && brand->active;
}

bool IsOffered(const app::OperatorEntry& owner, const Creative& creative) {
    const auto* campaign = owner.FindCampaign(creative.campaign);
    return creative.active && campaign != nullptr && IsOffered(owner, *campaign);
}

json::value IntegerOrNull(const std::optional<int>& number) {
    return number ? json::value(*number) : json::value(nullptr);
}

json::object EncodeMaterial(const Campaign& campaign) {
    return {{"id", campaign.id.ToString()}, {"brandId", campaign.brand.ToString()}, {"name", campaign.name}};
}

json::object EncodeMaterial(const app::OperatorEntry& owner, const std::string& api_url, const Creative& creative) {
    const Campaign& campaign = *owner.FindCampaign(creative.campaign);
    return {{"id", creative.id.ToString()},
            {"campaignId", campaign.id.ToString()},
            {"campaignName", campaign.name},
            {"brandId", campaign.brand.ToString()},
            {"name", creative.name},
            {"type", catalogue::kCreativeTypeNames[static_cast<std::size_t>(creative.type)]},
            {"imageUrl", TextOrNull(app::ImageUrlOf(api_url, creative))},
            {"width", IntegerOrNull(creative.width)},
            {"height", IntegerOrNull(creative.height)}};
}

// A page of the records for which `passes` returns true, ordered by id.
template <class Record, class Passes, class Write>
app::ListPage PageOf(const app::RecordTable<Record>& table, std::optional<decltype(Record::id)> after,
                     std::size_t limit, Passes passes, Write write) {
    app::ListPage page;
    const Record* last = nullptr;
    for (auto record = after ? table.After(*after) : table.begin(); record != table.end(); ++record) {
        if (!passes(*record)) continue;
        if (page.items.size() == limit) {
            page.next_cursor = last->id.ToString();
            break;
        }
        last = &*record;
        page.items.push_back(write(*record));
    }
    return page;
}

void ListCampaigns(const PortalDependencies&, const PortalCaller& caller, const Request& request, Responder responder) {
    RecordFilters filters(request, {{"brandId", ""}});
    const auto after = filters.ReadId<CampaignId>("cursor");
    const auto brand = filters.ReadId<BrandId>("brandId");
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto passes = [&](const Campaign& campaign) {
        return IsOffered(*caller.owner, campaign) && (!brand || campaign.brand == *brand);
    };
    responder.Send({.body = WriteListPage(PageOf(caller.owner->records.campaigns, after, filters.limit(), passes,
                                                 [](const Campaign& campaign) { return EncodeMaterial(campaign); }))});
}

void ListCreatives(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                   Responder responder) {
    RecordFilters filters(request, {{"brandId", ""}, {"campaignId", ""}, {"type", ""}});
    const auto after = filters.ReadId<CreativeId>("cursor");
    const auto brand = filters.ReadId<BrandId>("brandId");
    const auto campaign = filters.ReadId<CampaignId>("campaignId");
    const auto type = filters.ReadName<catalogue::CreativeType>("type", catalogue::kCreativeTypeNames);
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto passes = [&](const Creative& creative) {
        return IsOffered(*caller.owner, creative) && (!campaign || creative.campaign == *campaign) &&
               (!type || creative.type == *type) &&
               (!brand || caller.owner->FindCampaign(creative.campaign)->brand == *brand);
    };
    const auto view = ViewFor(dependencies.resources, CallerOf(caller), request);
    const auto write = [&](const Creative& creative) { return EncodeMaterial(*caller.owner, view.api_url, creative); };
    responder.Send(
        {.body = WriteListPage(PageOf(caller.owner->records.creatives, after, filters.limit(), passes, write))});
}

void EmbedForAffiliate(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    const auto* creative = caller.owner->FindCreative(CreativeId{IdInPath(request)});
    if (creative == nullptr || !IsOffered(*caller.owner, *creative)) return responder.Send(NoSuchResource(request));
    RecordFilters parameters(request, {{"linkId", ""}});
    const auto id = parameters.ReadId<LinkId>("linkId");
    if (!id) parameters.Refuse("linkId", "must be one of your links");
    if (parameters.error()) return responder.Send(Problem(*parameters.error(), request.request_id));
    const auto* link = caller.owner->FindLink(*id);
    if (link == nullptr || link->affiliate != caller.affiliate_id()) return responder.Send(NoSuchResource(request));
    if (caller.owner->FindCampaign(creative->campaign)->brand != link->brand) {
        return responder.Send(Problem({ErrorCode::kInvalidValue, "/linkId", "must be a link of the creative's brand"},
                                      request.request_id));
    }
    const auto view = ViewFor(dependencies.resources, CallerOf(caller), request);
    responder.Send({.content_type = kHtmlType, .body = app::EmbedHtml(view.api_url, *creative, *link)});
}

}  // namespace

void AddPortalMaterialRoutes(PortalRoutes& routes) {
    AddOwnRoutes(routes, "/links", app::OwnLinks);
    AddOwnRoutes(routes, "/marketing-sources", app::OwnMarketingSources);
    routes.Add("GET", "/campaigns", ListCampaigns);
    routes.Add("GET", "/creatives", ListCreatives);
    routes.Add("GET", "/creatives/{id}/embed", EmbedForAffiliate);
}

}  // namespace fairlead::http
