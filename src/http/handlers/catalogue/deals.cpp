#include "http/handlers/catalogue/deals.hpp"

#include <charconv>

#include "app/resources/deals/deal_resource.hpp"
#include "app/resources/deals/deal_terms_json.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

// Lists the oldest version first. The cursor is the number of the last version on the page.
app::ListPage PageOfVersions(const commission::Deal& deal, std::size_t limit, std::int64_t after) {
    app::ListPage page;
    for (const auto& version : deal.versions) {
        if (version.number <= after) continue;
        if (page.items.size() == limit) {
            page.next_cursor = std::to_string(version.number - 1);
            break;
        }
        page.items.push_back(app::WriteDealVersion(version));
    }
    return page;
}

void ListVersions(const app::Caller& caller, const Request& request, Responder responder) {
    const auto* deal = caller.owner->FindDeal(DealId{IdInPath(request)});
    if (deal == nullptr) return responder.Send(NoSuchResource(request));
    RecordFilters filters(request, {});
    const auto after = filters.Number("cursor");
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    responder.Send({.body = WriteListPage(PageOfVersions(*deal, filters.limit(), after.value_or(0)))});
}

// Returns 0, which no version has, if the path has no valid number.
std::int32_t VersionInPath(const Request& request) {
    const std::string_view text = request.path_parameters.at(1);
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

}  // namespace

void AddDealRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies) {
    const std::string versions = std::string(kBasePath) + "/deals/{id}/versions";
    const auto withdraw = [dependencies](const app::Caller& caller, const Request& request, auto responder) {
        const auto decide = [&](app::ChangeRequest change) {
            return app::WithdrawDealVersion(IdInPath(request), VersionInPath(request), std::move(change));
        };
        StepResource(dependencies, caller, request, std::move(responder), {decide, ReadAgainFrom(app::DealResource())});
    };
    router.Add("GET", versions, RequireCaller(callers, access::Area::kMoney, ListVersions));
    router.Add("POST", versions + "/{version}/withdraw", RequireCaller(callers, access::Area::kMoney, withdraw));
}

}  // namespace fairlead::http
