#include "http/handlers/catalogue/resource_routes.hpp"

#include "domain/access/second_factor.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/list_page.hpp"
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

// A repeated request is answered with what the first one created or changed, as it is now.
app::ManageCatalogue::Repeat RepeatBy(const ReadAgain& read, const app::ChangeRequest& change) {
    return [read, api_url = change.api_url, token_key = change.token_key, tracking_url = change.tracking_url](
               const app::OperatorEntry& own, std::string_view subject) -> app::ObjectResult {
        const auto id = Uuid::Parse(subject.substr(subject.find('/') + 1));
        auto object = read && id ? read({own, api_url, token_key, tracking_url}, *id) : std::nullopt;
        if (object) return *std::move(object);
        return std::unexpected(
            app::Errors{{ErrorCode::kRepeatedRequest, "",
                         "an earlier request had this Idempotency-Key. Its answer is not shown again"}});
    };
}

void Change(const ResourceDependencies& dependencies, const Caller& caller, const Request& request, json::value body,
            int status, Responder responder, const ResourceChange& made) {
    app::ChangeRequest change = ChangeRequestOf(dependencies, caller, request, std::move(body));
    auto done = [responder = std::move(responder), request_id = std::string(request.request_id),
                 status](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.status = status, .body = json::serialize(*result)});
    };
    if (!caller.request_key) {
        return dependencies.manage_catalogue.Change(caller.operator_id(), made.decide(std::move(change)),
                                                    std::move(done));
    }
    auto repeat = RepeatBy(made.read, change);
    dependencies.manage_catalogue.ChangeOnce(caller.operator_id(), *caller.request_key, made.decide(std::move(change)),
                                             std::move(repeat), std::move(done));
}

}  // namespace

app::View ViewFor(const ResourceDependencies& dependencies, const Caller& caller, const Request& request) {
    return {*caller.owner, ApiUrl(dependencies.public_url, request), dependencies.token_key, dependencies.tracking_url};
}

app::ChangeRequest ChangeRequestOf(const ResourceDependencies& dependencies, const Caller& caller,
                                   const Request& request, json::value body) {
    app::ChangeRequest change{.body = std::move(body),
                              .actor = caller.actor(),
                              .api_url = ApiUrl(dependencies.public_url, request),
                              .token_key = dependencies.token_key,
                              .tracking_url = dependencies.tracking_url};
    if (caller.key != nullptr) change.key_scopes = caller.key->scopes;
    if (caller.user != nullptr) change.author = {caller.user->role, access::HasSecondFactor(*caller.user)};
    return change;
}

Uuid IdInPath(const Request& request) { return Uuid::Parse(request.path_parameters.front()).value_or(Uuid()); }

Response NoSuchResource(const Request& request) {
    return Problem({ErrorCode::kNotFound, "", "there is no such resource"}, request.request_id);
}

void ChangeResource(const ResourceDependencies& dependencies, const Caller& caller, const Request& request, int status,
                    Responder responder, const ResourceChange& made) {
    auto body = ReadManagementBody(request);
    if (!body) return responder.Send(std::move(body.error()));
    Change(dependencies, caller, request, std::move(*body), status, std::move(responder), made);
}

void StepResource(const ResourceDependencies& dependencies, const Caller& caller, const Request& request,
                  Responder responder, const ResourceChange& made, int status) {
    json::value body = json::object();
    if (request.HasBody()) {
        auto given = ReadManagementBody(request);
        if (!given) return responder.Send(std::move(given.error()));
        const BodyMembers members(given->as_object(), {});
        if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    }
    Change(dependencies, caller, request, std::move(body), status, std::move(responder), made);
}

ReadAgain ReadAgainFrom(const CatalogueResource& resource) {
    return [&resource](const app::View& view, Uuid id) { return resource.Read(view, id); };
}

void AddResourceRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies,
                       const CatalogueResource& resource) {
    const std::string all = std::string(kBasePath).append(resource.words().path);
    const std::string one = all + "/{id}";
    const auto add = [&](std::string_view method, const std::string& path, access::Need usual_need, auto handle) {
        const app::ResourceWords& words = resource.words();
        const bool people_only = words.only_people_change && usual_need == access::Need::kWrite;
        const access::Area area = people_only ? access::Area::kPeople : words.area.value;
        const access::Need need = words.for_admins ? access::Need::kAdminister : usual_need;
        router.Add(method, path, RequireCaller(callers, area, need, std::move(handle)));
    };
    add("GET", all, access::Need::kRead, [=, &resource](const Caller& caller, const Request& request, auto responder) {
        ListRecords(resource, ViewFor(dependencies, caller, request), request, std::move(responder));
    });
    add("POST", all, access::Need::kWrite,
        [=, &resource](const Caller& caller, const Request& request, auto responder) {
            ChangeResource(dependencies, caller, request, 201, std::move(responder),
                           {[&](app::ChangeRequest change) { return resource.Create(std::move(change)); },
                            ReadAgainFrom(resource)});
        });
    add("GET", one, access::Need::kRead, [=, &resource](const Caller& caller, const Request& request, auto responder) {
        ReadRecord(resource, ViewFor(dependencies, caller, request), request, std::move(responder));
    });
    const auto change_need = resource.words().changed_by_finance ? access::Need::kKeepBooks : access::Need::kWrite;
    add("PATCH", one, change_need, [=, &resource](const Caller& caller, const Request& request, auto responder) {
        ChangeResource(dependencies, caller, request, 200, std::move(responder), {[&](app::ChangeRequest change) {
                           return resource.Update(IdInPath(request), std::move(change));
                       }});
    });
}

}  // namespace fairlead::http
