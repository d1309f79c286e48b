#include "http/handlers/records/refused_requests.hpp"

#include <boost/json.hpp>

#include "http/codec/json/actor_names.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

json::object EncodeRefused(const app::RefusedRequest& refused, const app::OperatorEntry& owner) {
    json::array errors;
    for (const Error& error : refused.errors) {
        errors.push_back({{"pointer", error.pointer}, {"code", Name(error.code)}, {"detail", error.message}});
    }
    return {{"at", refused.at.ToIso8601()},
            {"firstAt", refused.first_at.ToIso8601()},
            {"count", refused.count},
            {"apiKeyId", refused.key.ToString()},
            {"apiKeyName", ActorNameOrNull(owner, "apiKey/" + refused.key.ToString())},
            {"status", refused.status},
            {"requestId", refused.request_id},
            {"dryRun", refused.dry_run},
            {"position", refused.position ? json::value(*refused.position) : json::value(nullptr)},
            {"idempotencyKey", refused.idempotency_key ? json::value(*refused.idempotency_key) : json::value(nullptr)},
            {"errors", std::move(errors)}};
}

void ListRefused(const app::RefusedRequests& refused, const app::Caller& caller, const Request& request,
                 Responder responder) {
    RecordFilters filters(request, {{"apiKeyId", ""}});
    // Reads one entry more than the page shows, to know whether there is a next page.
    const app::RefusedRequests::Query query{.owner = caller.operator_id(),
                                            .key = filters.ReadId<ApiKeyId>("apiKeyId"),
                                            .before = filters.Number("cursor"),
                                            .limit = filters.limit() + 1};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto found = refused.Read(query);
    app::ListPage page;
    for (std::size_t i = 0; i < std::min(filters.limit(), found.size()); ++i) {
        page.items.push_back(EncodeRefused(found[i], *caller.owner));
    }
    if (found.size() > filters.limit()) page.next_cursor = std::to_string(found[filters.limit() - 1].number);
    responder.Send({.body = WriteListPage(std::move(page))});
}

}  // namespace

void AddRefusedRequestRoutes(Router& router, const CallerSources& callers,
                             std::shared_ptr<const app::RefusedRequests> refused) {
    router.Add("GET", std::string(kBasePath) + "/refused-requests",
               RequireCaller(callers, access::Area::kEvents,
                             [refused = std::move(refused)](const app::Caller& caller, const Request& request,
                                                            Responder responder) {
                                 ListRefused(*refused, caller, request, std::move(responder));
                             }));
}

}  // namespace fairlead::http
