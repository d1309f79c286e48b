#include "http/handlers/catalogue/catalogue.hpp"

#include "app/catalogue/portal_domains.hpp"
#include "app/tracking/tracking_urls.hpp"
#include "http/handlers/catalogue/affiliate_choices.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;

// Returns "app.example" for "https://app.example:8443/api/v1".
std::string HostOf(std::string_view url) {
    const std::string_view behind_scheme = url.substr(url.find("://") + 3);
    return app::HostName(behind_scheme.substr(0, behind_scheme.find('/')));
}

// The hosts that all operators share: of the console, and of short tracking URLs.
std::vector<std::string> SharedHosts(const app::ChangeRequest& change) {
    std::vector<std::string> hosts{HostOf(change.api_url)};
    if (!change.tracking_url.empty()) hosts.push_back(HostOf(change.tracking_url));
    return hosts;
}

// Refuses a host that all operators share as a domain of a portal.
app::ManageCatalogue::Decide RefuseSharedHosts(app::ManageCatalogue::Decide decide, std::vector<std::string> hosts) {
    using Decided = std::expected<app::ManageCatalogue::CatalogueDecision, app::Errors>;
    return [decide = std::move(decide), hosts = std::move(hosts)](const app::DecisionContext& moment) -> Decided {
        Decided decided = decide(moment);
        if (!decided) return decided;
        const auto& before = moment.own.records.self.portal.domains;
        for (const auto& record : decided->change.upserts) {
            const auto& domains = std::get<catalogue::Operator>(record).portal.domains;
            const auto taken = std::ranges::find_if(domains, [&](const std::string& domain) {
                const bool shared = std::ranges::find(hosts, domain) != hosts.end();
                return shared && std::ranges::find(before, domain) == before.end();
            });
            if (taken == domains.end()) continue;
            const auto index = std::to_string(taken - domains.begin());
            return std::unexpected(
                app::Wrong(ErrorCode::kInvalidValue, "is the address of this service", "/portal/domains/" + index));
        }
        return decided;
    };
}

void AddOperatorRoutes(Router& router, const CallerSources& callers, const OperatorDependencies& dependencies) {
    const std::string path = std::string(kBasePath).append(app::OperatorResource().words().path);
    const auto read = [dependencies](const Caller& caller, const Request& request, auto responder) {
        const auto self =
            app::OperatorResource().Read(ViewFor(dependencies.resources, caller, request), caller.operator_id().uuid);
        responder.Send({.body = json::serialize(*self)});
    };
    const auto change_operator = [dependencies](const Caller& caller, const Request& request, auto responder) {
        const auto decide = [&](app::ChangeRequest change) {
            auto hosts = SharedHosts(change);
            return RefuseSharedHosts(app::OperatorResource().Update(caller.operator_id().uuid, std::move(change)),
                                     std::move(hosts));
        };
        ChangeOperator(dependencies, caller, request, std::move(responder), decide);
    };
    const access::Area area = app::OperatorResource().words().area.value;
    router.Add("GET", path, RequireCaller(callers, area, read));
    router.Add("PATCH", path, RequireCaller(callers, area, change_operator));
}

// Returns the link that the query names, or null if the creative cannot be shown for it.
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

void EmbedForOperator(const ResourceDependencies& dependencies, const Caller& caller, const Request& request,
                      Responder responder) {
    const auto* creative = caller.owner->FindCreative(CreativeId{IdInPath(request)});
    if (creative == nullptr) return responder.Send(NoSuchResource(request));
    const auto* link = LinkToEmbed(*caller.owner, *creative, request);
    if (link == nullptr) {
        return responder.Send(Problem({ErrorCode::kInvalidValue, "/linkId", "must be a link of the creative's brand"},
                                      request.request_id));
    }
    const auto view = ViewFor(dependencies, caller, request);
    responder.Send({.content_type = kHtmlType, .body = app::EmbedHtml(view.api_url, *creative, *link)});
}

}  // namespace

void AddCatalogueRoutes(Router& router, const CallerSources& callers, const OperatorDependencies& dependencies) {
    AddOperatorRoutes(router, callers, dependencies);
    AddAffiliateChoiceRoutes(router, callers);
    const ResourceDependencies& resources = dependencies.resources;
    for (const auto* resource : app::ListedResources()) AddResourceRoutes(router, callers, resources, *resource);
    router.Add("GET", std::string(kBasePath) + "/creatives/{id}/embed",
               RequireCaller(callers, access::Area::kTracking, std::bind_front(EmbedForOperator, resources)));
}

}  // namespace fairlead::http
