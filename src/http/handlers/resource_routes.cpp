#include "http/handlers/resource_routes.hpp"

#include <boost/json.hpp>

#include "http/codec/list_page.hpp"
#include "http/codec/management_body.hpp"
#include "http/middleware/require_key.hpp"
#include "http/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

std::string ActorOf(const app::Caller& caller) { return "apiKey/" + caller.key->id.ToString(); }

// Decodes the body, makes the change and answers with the resource.
void Change(const HandlerContext& context, const app::Caller& caller, const Request& request, int status,
            Responder responder, const std::function<app::ManageCatalogue::Decide(json::value)>& decide) {
    if (request.body_too_large) {
        return responder.Send(
            EdgeProblem(413, "body_too_large", "the body must have at most 1 MiB", request.request_id));
    }
    auto body = DecodeManagementBody(request.body);
    if (!body) return responder.Send(Problem(body.error(), request.request_id));
    context.manage_catalogue.Change(
        caller.operator_id(), decide(std::move(*body)),
        [responder = std::move(responder), request_id = std::string(request.request_id), status](auto result) mutable {
            if (!result) return responder.Send(Problem(result.error(), request_id));
            responder.Send({.status = status, .body = json::serialize(*result)});
        });
}

void ReadOne(const ResourceRoutes& resource, const app::Caller& caller, const Request& request, Responder responder) {
    const auto id = Uuid::Parse(request.path_parameters.front());
    for (const json::object& object : resource.list(*caller.owner)) {
        if (id && object.at("id").as_string() == id->ToString()) {
            return responder.Send({.body = json::serialize(object)});
        }
    }
    responder.Send(Problem({ErrorCode::kNotFound, "", "there is no such resource"}, request.request_id));
}

}  // namespace

void AddResourceRoutes(Router& router, const HandlerContext& context, ResourceRoutes routes) {
    const auto resource = std::make_shared<const ResourceRoutes>(std::move(routes));
    const std::string all = std::string(kBasePath) + resource->path;
    const std::string one = all + "/{id}";
    router.Add("GET", all, RequireKey(context, [resource](const auto& caller, const auto& request, auto responder) {
                   auto page = MakeListPage(resource->list(*caller.owner), request);
                   if (!page) return responder.Send(Problem(page.error(), request.request_id));
                   responder.Send({.body = json::serialize(*page)});
               }));
    router.Add("POST", all, RequireKey(context, [=](const auto& caller, const auto& request, auto responder) {
                   Change(context, caller, request, 201, std::move(responder),
                          [&](json::value body) { return resource->create(std::move(body), ActorOf(caller)); });
               }));
    router.Add("GET", one, RequireKey(context, [resource](const auto& caller, const auto& request, auto responder) {
                   ReadOne(*resource, caller, request, std::move(responder));
               }));
    router.Add("PATCH", one, RequireKey(context, [=](const auto& caller, const auto& request, auto responder) {
                   // An id that is no UUID is nobody's.
                   const Uuid id = Uuid::Parse(request.path_parameters.front()).value_or(Uuid());
                   Change(context, caller, request, 200, std::move(responder),
                          [&](json::value body) { return resource->update(id, std::move(body), ActorOf(caller)); });
               }));
}

}  // namespace fairlead::http
