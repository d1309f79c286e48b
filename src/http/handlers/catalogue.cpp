#include "app/tracking_urls.hpp"
#include "http/handlers/resource_routes.hpp"
#include "http/middleware/require_caller.hpp"
#include "http/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;

constexpr std::string_view kHtmlType = "text/html; charset=utf-8";

void AddOperatorRoutes(Router& router, const HandlerContext& context) {
    const std::string path = std::string(kBasePath).append(app::OperatorResource().words().path);
    router.Add("GET", path,
               RequireCaller(context, [context](const Caller& caller, const Request& request, auto responder) {
                   const auto self =
                       app::OperatorResource().Read(ViewFor(context, caller, request), caller.operator_id().uuid);
                   responder.Send({.body = json::serialize(*self)});
               }));
    router.Add("PATCH", path,
               RequireCaller(context, [context](const Caller& caller, const Request& request, auto responder) {
                   ChangeResource(context, caller, request, 200, std::move(responder), [&](app::ChangeRequest change) {
                       return app::OperatorResource().Update(caller.operator_id().uuid, std::move(change));
                   });
               }));
}

// The link that the query names, where a creative can be shown for it.
const catalogue::Link* LinkToEmbed(const app::OperatorEntry& owner, const catalogue::Creative& creative,
                                   const Request& request) {
    const auto parameters = request.QueryParameters();
    if (!parameters) return nullptr;
    const auto named = std::ranges::find(*parameters, "linkId", [](const auto& one) { return one.first; });
    if (named == parameters->end()) return nullptr;
    const auto id = LinkId::Parse(named->second);
    const auto* link = id ? owner.FindLink(*id) : nullptr;
    const bool same_brand = link != nullptr && owner.FindCampaign(creative.campaign)->brand == link->brand;
    return same_brand ? link : nullptr;
}

void Embed(const HandlerContext& context, const Caller& caller, const Request& request, Responder responder) {
    const auto* creative = caller.owner->FindCreative(CreativeId{IdInPath(request)});
    if (creative == nullptr) return responder.Send(NoSuchResource(request));
    const auto* link = LinkToEmbed(*caller.owner, *creative, request);
    if (link == nullptr) {
        return responder.Send(Problem({ErrorCode::kInvalidValue, "/linkId", "must be a link of the creative's brand"},
                                      request.request_id));
    }
    const auto view = ViewFor(context, caller, request);
    responder.Send({.content_type = kHtmlType, .body = app::EmbedHtml(view.api_url, *creative, *link)});
}

}  // namespace

void AddCatalogueRoutes(Router& router, const HandlerContext& context) {
    AddOperatorRoutes(router, context);
    for (const auto* resource : app::ListedResources()) AddResourceRoutes(router, context, *resource);
    router.Add("GET", std::string(kBasePath) + "/creatives/{id}/embed",
               RequireCaller(context, [context](const Caller& caller, const Request& request, Responder responder) {
                   Embed(context, caller, request, std::move(responder));
               }));
}

}  // namespace fairlead::http
