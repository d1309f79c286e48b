#include "http/handlers/resource_routes.hpp"

#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/handlers/handlers.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;
using app::CatalogueResource;

void ListRecords(const CatalogueResource& resource, const app::View& view, const Request& request,
                 Responder responder) {
    const auto query = ReadListQuery(request);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    auto page = resource.List(view, *query);
    if (!page) return responder.Send(Problem(page.error(), request.request_id));
    responder.Send({.body = WriteListPage(std::move(*page))});
}

void ReadRecord(const CatalogueResource& resource, const app::View& view, const Request& request, Responder responder) {
    const auto object = resource.Read(view, IdInPath(request));
    if (!object) return responder.Send(NoSuchResource(request));
    responder.Send({.body = json::serialize(*object)});
}

void Change(const HandlerContext& context, const Caller& caller, const Request& request, json::value body, int status,
            Responder responder, const MakeDecide& decide) {
    app::ChangeRequest change{.body = std::move(body),
                              .actor = caller.actor(),
                              .api_url = ApiUrl(context.public_url, request),
                              .token_key = context.token_key};
    context.manage_catalogue.Change(
        caller.operator_id(), decide(std::move(change)),
        [responder = std::move(responder), request_id = std::string(request.request_id), status](auto result) mutable {
            if (!result) return responder.Send(Problem(result.error(), request_id));
            responder.Send({.status = status, .body = json::serialize(*result)});
        });
}

}  // namespace

app::View ViewFor(const HandlerContext& context, const Caller& caller, const Request& request) {
    return {*caller.owner, ApiUrl(context.public_url, request), context.token_key};
}

Uuid IdInPath(const Request& request) { return Uuid::Parse(request.path_parameters.front()).value_or(Uuid()); }

Response NoSuchResource(const Request& request) {
    return Problem({ErrorCode::kNotFound, "", "there is no such resource"}, request.request_id);
}

void ChangeResource(const HandlerContext& context, const Caller& caller, const Request& request, int status,
                    Responder responder, const MakeDecide& decide) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    Change(context, caller, request, std::move(*body), status, std::move(responder), decide);
}

void StepResource(const HandlerContext& context, const Caller& caller, const Request& request, Responder responder,
                  const MakeDecide& decide, int status) {
    json::value body = json::object();
    if (!request.body.empty()) {
        auto given = ReadManagementBody(request);
        if (!given) return responder.Send(std::move(given.error()));
        const BodyMembers members(given->as_object(), {});
        if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    }
    Change(context, caller, request, std::move(body), status, std::move(responder), decide);
}

void AddResourceRoutes(Router& router, const HandlerContext& context, const CatalogueResource& resource) {
    const std::string all = std::string(kBasePath).append(resource.words().path);
    const std::string one = all + "/{id}";
    const auto need = [&](access::Need usually) {
        return resource.words().for_admins ? access::Need::kAdminister : usually;
    };
    const access::Need read = need(access::Need::kRead);
    const access::Need write = need(access::Need::kWrite);
    router.Add(
        "GET", all,
        RequireCaller(context, read, [=, &resource](const Caller& caller, const Request& request, auto responder) {
            ListRecords(resource, ViewFor(context, caller, request), request, std::move(responder));
        }));
    router.Add(
        "POST", all,
        RequireCaller(context, write, [=, &resource](const Caller& caller, const Request& request, auto responder) {
            ChangeResource(context, caller, request, 201, std::move(responder),
                           [&](app::ChangeRequest change) { return resource.Create(std::move(change)); });
        }));
    router.Add(
        "GET", one,
        RequireCaller(context, read, [=, &resource](const Caller& caller, const Request& request, auto responder) {
            ReadRecord(resource, ViewFor(context, caller, request), request, std::move(responder));
        }));
    router.Add(
        "PATCH", one,
        RequireCaller(context, write, [=, &resource](const Caller& caller, const Request& request, auto responder) {
            ChangeResource(context, caller, request, 200, std::move(responder), [&](app::ChangeRequest change) {
                return resource.Update(IdInPath(request), std::move(change));
            });
        }));
}

}  // namespace fairlead::http
