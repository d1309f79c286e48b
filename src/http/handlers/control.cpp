#include <boost/json.hpp>

#include "app/accounts/invitations.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "app/operators/create_operator.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/reports/rebuild_json.hpp"
#include "http/explained_accrual.hpp"
#include "http/handlers/handlers.hpp"
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

void AddControlRoutes(Router& router, const HandlerContext& context) {
    router.Add("POST", "/control/operators", [context](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const app::NewOperator wanted{TextOf(*body, "name"), TextOf(*body, "adminEmail"),
                                      TextOf(*body, "adminPasswordHash")};
        CreateOperator(context.catalogue, context.catalogue_store, wanted, kActor,
                       AnswerWith(201, std::move(responder), request.request_id));
    });
    router.Add("POST", "/control/explain", [context](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const AccrualId accrual = AccrualId::Parse(TextOf(*body, "accrual")).value_or(AccrualId{});
        app::ExplainAccrual(context.commission_queries, *context.catalogue.Current(),
                            OperatorId::Parse(TextOf(*body, "operator")), accrual,
                            EncodeExplained(AnswerWith(200, std::move(responder), request.request_id)));
    });
    // Starts it, or only says how it gets on: it may take longer than any request.
    router.Add("POST", "/control/rebuild", [context](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const auto* start = body->as_object().if_contains("start");
        if (start != nullptr && start->is_bool() && start->get_bool()) context.projection.Rebuild();
        responder.Send({.body = json::serialize(EncodeRebuild(context.projection.rebuild_progress()))});
    });
    router.Add("POST", "/control/operators/{id}/users", [context](const Request& request, Responder responder) {
        const auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const OperatorId owner{Uuid::Parse(request.path_parameters.front()).value_or(Uuid())};
        const auto* user = body->as_object().if_contains("user");
        context.manage_catalogue.Change(
            owner,
            app::CreateActiveUser({user == nullptr ? json::value() : *user, kActor, {}}, TextOf(*body, "passwordHash")),
            AnswerWith(201, std::move(responder), request.request_id));
    });
    router.Add("POST", "/control/operators/{id}/api-keys", [context](const Request& request, Responder responder) {
        auto body = DecodeManagementBody(request.body);
        if (!body) return responder.Send(Problem(body.error(), request.request_id));
        const OperatorId owner{Uuid::Parse(request.path_parameters.front()).value_or(Uuid())};
        context.manage_catalogue.Change(owner, app::ApiKeyResource().Create({std::move(*body), kActor, {}}),
                                        AnswerWith(201, std::move(responder), request.request_id));
    });
}

}  // namespace fairlead::http
