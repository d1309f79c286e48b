#include "http/handlers/operations/control.hpp"

#include <boost/json.hpp>

#include "app/accounts/invitations.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "app/operators/create_operator.hpp"
#include "app/operators/list_records.hpp"
#include "app/ports/commission_queries.hpp"
#include "app/ports/projection.hpp"
#include "http/codec/commission/explained_accrual.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/reports/rebuild_json.hpp"
#include "http/server/problem.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr const char* kActor = "commandLine";

std::string TextOf(const json::value& body, std::string_view name) {
    const auto* value = body.as_object().if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

app::ObjectDone AnswerWith(int status, Responder responder, std::string_view request_id) {
    return [status, responder = std::move(responder),
            request_id = std::string(request_id)](app::ObjectResult result) mutable {
        if (!result) return responder.Send(Problem(result.error(), request_id));
        responder.Send({.status = status, .body = json::serialize(*result)});
    };
}

}  // namespace

void AddControlRoutes(Router& router, const ControlDependencies& dependencies) {
    const auto add = [&router](std::string_view path, Handler handler) {
        router.Add("POST", path, WithBody(kBodyBytesMax, std::move(handler)));
    };
    add("/control/operators", [dependencies](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const app::NewOperator wanted{TextOf(*body, "name"), TextOf(*body, "adminEmail"),
                                      TextOf(*body, "adminPasswordHash")};
        CreateOperator(dependencies.catalogue, dependencies.catalogue_store, wanted, kActor,
                       AnswerWith(201, std::move(responder), request.request_id));
    });
    add("/control/list", [dependencies](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        AnswerWith(200, std::move(responder), request.request_id)(
            app::ListRecords(*dependencies.catalogue.Current(), TextOf(*body, "kind"), TextOf(*body, "operator")));
    });
    add("/control/explain", [dependencies](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const AccrualId accrual = AccrualId::Parse(TextOf(*body, "accrual")).value_or(AccrualId{});
        app::ExplainAccrual(dependencies.commission_queries, *dependencies.catalogue.Current(),
                            OperatorId::Parse(TextOf(*body, "operator")), accrual,
                            EncodeExplained(AnswerWith(200, std::move(responder), request.request_id)));
    });
    // Starts the rebuild if the body asks for it, and returns the progress. A rebuild takes longer than a request may
    // take.
    add("/control/rebuild", [dependencies](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const auto* start = body->as_object().if_contains("start");
        if (start != nullptr && start->is_bool() && start->get_bool()) dependencies.projection.Rebuild();
        responder.Send({.body = json::serialize(EncodeRebuild(dependencies.projection.rebuild_progress()))});
    });
    add("/control/operators/{id}/users", [dependencies](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const OperatorId owner{Uuid::Parse(request.path_parameters.front()).value_or(Uuid())};
        const auto* user = body->as_object().if_contains("user");
        dependencies.manage_catalogue.Change(
            owner,
            app::CreateActiveUser({user == nullptr ? json::value() : *user, kActor, {}}, TextOf(*body, "passwordHash")),
            AnswerWith(201, std::move(responder), request.request_id));
    });
    add("/control/operators/{id}/api-keys", [dependencies](const Request& request, Responder responder) {
        auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const OperatorId owner{Uuid::Parse(request.path_parameters.front()).value_or(Uuid())};
        dependencies.manage_catalogue.Change(owner, app::ApiKeyResource().Create({std::move(*body), kActor, {}}),
                                             AnswerWith(201, std::move(responder), request.request_id));
    });
}

}  // namespace fairlead::http
