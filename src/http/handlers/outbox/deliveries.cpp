#include "http/handlers/outbox/deliveries.hpp"

#include "app/declarations/references.hpp"
#include "app/outbox/destinations.hpp"
#include "http/codec/json/body_members.hpp"
#include "http/codec/json/management_body.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/outbox/delivery_json.hpp"
#include "http/handlers/outbox/postback_routes.hpp"
#include "http/handlers/outbox/webhook_routes.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;

app::Errors CheckReplayTime(const json::value& value, Timestamp& out) {
    const auto* text = value.if_string();
    if (text == nullptr) return app::Wrong(ErrorCode::kWrongType, "must be a string");
    const auto time = Timestamp::ParseIso8601(*text);
    if (!time) return app::Wrong(ErrorCode::kInvalidValue, "must be a time such as 2026-03-10T14:05:09Z");
    out = *time;
    return {};
}

auto CheckReplayedDestination(const Caller& caller) {
    return [owner = caller.owner](const json::value& value, DestinationId& out) -> app::Errors {
        if (auto errors = app::CheckId<DestinationId>(value, out); !errors.empty()) return errors;
        return app::FindDestination(*owner, out) ? app::Errors() : app::Unknown("destination");
    };
}

MessageId MessageInPath(const Request& request) { return MessageId{IdInPath(request)}; }

void ListDeliveries(const OutboxDependencies& dependencies, const Caller& caller, const Request& request,
                    Responder responder) {
    auto query = ReadDeliveryQuery(request, caller.owner);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    dependencies.outbox.List(std::move(*query),
                             AnswerDeliveries(request, std::move(responder), caller.owner, ReaderOf(caller)));
}

void ReadDelivery(const OutboxDependencies& dependencies, const Caller& caller, const Request& request,
                  Responder responder) {
    dependencies.outbox.Read(caller.operator_id(), MessageInPath(request),
                             AnswerDelivery(request, std::move(responder), caller.owner, ReaderOf(caller)));
}

void ReplayDelivery(const OutboxDependencies& dependencies, const Caller& caller, const Request& request,
                    Responder responder) {
    dependencies.outbox.Replay({.owner = caller.operator_id(),
                                .message = MessageInPath(request),
                                .actor = caller.actor(),
                                .key = caller.request_key},
                               AnswerDelivery(request, std::move(responder), caller.owner, ReaderOf(caller)));
}

void ReplayDeliveries(const OutboxDependencies& dependencies, const Caller& caller, const Request& request,
                      Responder responder) {
    const auto body = ReadManagementBody(request);
    if (!body) return responder.Send(body.error());
    BodyMembers members(body->as_object(), {"destinationId", "from", "to"});
    const auto destination = members.Required("destinationId", DestinationId(), CheckReplayedDestination(caller));
    const auto from = members.Required("from", Timestamp(), CheckReplayTime);
    const auto to = members.Required("to", Timestamp(), CheckReplayTime);
    if (!members.errors().empty()) return responder.Send(Problem(members.errors(), request.request_id));
    dependencies.outbox.ReplayAll({.owner = caller.operator_id(),
                                   .destination = *destination,
                                   .from = *from,
                                   .to = *to,
                                   .actor = caller.actor(),
                                   .key = caller.request_key},
                                  AnswerObject<std::int64_t>(request, std::move(responder), [](std::int64_t count) {
                                      return json::object{{"count", count}};
                                  }));
}

}  // namespace

void AddOutboxRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/deliveries";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        router.Add(method, path,
                   RequireCaller(callers, access::Area::kTracking, std::bind_front(handle, dependencies)));
    };
    add("GET", all, ListDeliveries);
    add("GET", all + "/{id}", ReadDelivery);
    add("POST", all + "/{id}/replay", ReplayDelivery);
    add("POST", all + "/replay", ReplayDeliveries);
    AddPostbackRoutes(router, callers, dependencies);
    AddPortalPostbackRoutes(router, callers, dependencies);
    AddWebhookRoutes(router, callers, dependencies);
}

}  // namespace fairlead::http
