#include "http/handlers/outbox/postback_routes.hpp"

#include <algorithm>

#include "app/access/send_limits.hpp"
#include "app/outbox/render_postback.hpp"
#include "app/portal/own_resources.hpp"
#include "http/codec/records/list_page.hpp"
#include "http/handlers/outbox/delivery_json.hpp"
#include "http/middleware/rate_headers.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using app::Caller;

// Sends a message with sample values at once, and responds with the outcome. Nothing is recorded.
void SendTest(const OutboxDependencies& dependencies, const app::OperatorEntry& owner, const outbox::Postback& postback,
              Responder responder, DeliveryReader reader) {
    const MessageId id = MessageId::New();
    const app::RenderContext context{owner, dependencies.resources.token_key};
    auto request = app::RenderPostback(postback, app::SampleValues(context, postback, id, Now()), id);
    SendAndAnswer(dependencies.sender, std::move(request), std::move(responder), reader);
}

void TestPostback(const OutboxDependencies& dependencies, const Caller& caller, const Request& request,
                  Responder responder) {
    const auto* postback = caller.owner->FindPostback(DestinationId{IdInPath(request)});
    if (postback == nullptr) return responder.Send(NoSuchResource(request));
    SendTest(dependencies, *caller.owner, *postback, std::move(responder), ReaderOf(caller));
}

Caller OperatorCallerOf(const PortalCaller& caller) {
    return {.owner = caller.owner, .key = nullptr, .user = caller.user, .request_key = caller.request_key};
}

// The operator decides who may define postbacks.
bool RefuseUnlessAllowed(const PortalCaller& caller, const Request& request, Responder& responder) {
    if (caller.affiliate->postbacks_allowed) return false;
    responder.Send(Problem({ErrorCode::kForbidden, "", "you need the right to define postbacks. Ask the operator"},
                           request.request_id));
    return true;
}

void ListOwnPostbacks(const OutboxDependencies& dependencies, const PortalCaller& caller, const Request& request,
                      Responder responder) {
    auto query = ReadListQuery(request);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    const auto view = ViewFor(dependencies.resources, OperatorCallerOf(caller), request);
    auto page = app::OwnPostbacks(caller.affiliate_id()).List(view, std::move(*query));
    if (!page) return responder.Send(Problem(page.error(), request.request_id));
    responder.Send({.body = WriteListPage(std::move(*page))});
}

void ReadOwnPostback(const OutboxDependencies& dependencies, const PortalCaller& caller, const Request& request,
                     Responder responder) {
    const auto view = ViewFor(dependencies.resources, OperatorCallerOf(caller), request);
    const auto found = app::OwnPostbacks(caller.affiliate_id()).Read(view, IdInPath(request));
    if (!found) return responder.Send(NoSuchResource(request));
    responder.Send({.body = json::serialize(*found)});
}

void CreateOwnPostback(const OutboxDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    if (RefuseUnlessAllowed(caller, request, responder)) return;
    const auto own = app::OwnPostbacks(caller.affiliate_id());
    ChangeResource(dependencies.resources, OperatorCallerOf(caller), request, 201, std::move(responder),
                   {[own](app::ChangeRequest change) { return own.Create(std::move(change)); },
                    [own](const app::View& view, Uuid id) { return own.Read(view, id); }});
}

void ChangeOwnPostback(const OutboxDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    if (RefuseUnlessAllowed(caller, request, responder)) return;
    const auto own = app::OwnPostbacks(caller.affiliate_id());
    ChangeResource(dependencies.resources, OperatorCallerOf(caller), request, 200, std::move(responder),
                   {[&](app::ChangeRequest change) { return own.Update(IdInPath(request), std::move(change)); }});
}

void ListOwnDeliveries(const OutboxDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    auto query = ReadDeliveryQuery(request, caller.owner);
    if (!query) return responder.Send(Problem(query.error(), request.request_id));
    std::vector<DestinationId> own;
    for (const outbox::Postback& postback : caller.owner->records.postbacks) {
        const bool wanted =
            !query->destinations || std::ranges::find(*query->destinations, postback.id) != query->destinations->end();
        if (postback.affiliate == caller.affiliate_id() && wanted) own.push_back(postback.id);
    }
    query->destinations = std::move(own);
    dependencies.outbox.List(std::move(*query),
                             AnswerDeliveries(request, std::move(responder), caller.owner, kAffiliateReader));
}

bool RefuseAboveLimit(app::AffiliateSendLimits& limits, const PortalCaller& caller, const Request& request,
                      Responder& responder) {
    const auto rate = limits.Take(caller.affiliate_id(), SteadyMicros());
    if (rate.allowed) return false;
    Response refused = RateLimitReached(request.request_id);
    AddRateHeaders(refused, rate);
    responder.Send(std::move(refused));
    return true;
}

// Without a limit, an affiliate could let this service flood any host.
void TestOwnPostback(const OutboxDependencies& dependencies, const std::shared_ptr<app::AffiliateSendLimits>& limits,
                     const PortalCaller& caller, const Request& request, Responder responder) {
    const auto* postback = caller.owner->FindPostback(DestinationId{IdInPath(request)});
    if (postback == nullptr || postback->affiliate != caller.affiliate_id()) {
        return responder.Send(NoSuchResource(request));
    }
    if (RefuseUnlessAllowed(caller, request, responder)) return;
    if (RefuseAboveLimit(*limits, caller, request, responder)) return;
    SendTest(dependencies, *caller.owner, *postback, std::move(responder), kAffiliateReader);
}

bool IsOwnMessage(const PortalCaller& caller, const app::DeliveryRecord& message) {
    const auto* postback = caller.owner->FindPostback(message.destination);
    return postback != nullptr && postback->affiliate == caller.affiliate_id();
}

// An affiliate that may define postbacks may also send their messages again. Messages of others are not found.
void ReplayOwnDelivery(const OutboxDependencies& dependencies, const std::shared_ptr<app::AffiliateSendLimits>& limits,
                       const PortalCaller& caller, const Request& request, Responder responder) {
    if (RefuseUnlessAllowed(caller, request, responder)) return;
    if (RefuseAboveLimit(*limits, caller, request, responder)) return;
    const MessageId id{IdInPath(request)};
    dependencies.outbox.Read(
        caller.operator_id(), id,
        [&outbox = dependencies.outbox, caller, id,
         answer = AnswerDelivery(request, std::move(responder), caller.owner, kAffiliateReader)](
            Result<app::DeliveryRecord> found) mutable {
            if (!found) return answer(std::move(found));
            if (!IsOwnMessage(caller, *found)) return answer(Fail(ErrorCode::kNotFound, "there is no such delivery"));
            outbox.Replay(
                {.owner = caller.operator_id(), .message = id, .actor = caller.actor(), .key = caller.request_key},
                std::move(answer));
        });
}

}  // namespace

void AddPostbackRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies) {
    router.Add("POST", std::string(kBasePath) + "/postbacks/{id}/test",
               RequireCaller(callers, access::Area::kTracking, std::bind_front(TestPostback, dependencies)));
}

void AddPortalPostbackRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies) {
    const std::string all = std::string(kBasePath) + "/portal/postbacks";
    const auto add = [&](std::string_view method, const std::string& path, auto handle) {
        router.Add(method, path, RequireAffiliate(callers, std::bind_front(handle, dependencies)));
    };
    add("GET", all, ListOwnPostbacks);
    add("POST", all, CreateOwnPostback);
    add("GET", all + "/{id}", ReadOwnPostback);
    add("PATCH", all + "/{id}", ChangeOwnPostback);
    const auto add_limited = [&](const std::string& path, auto handle) {
        const auto limits = std::make_shared<app::AffiliateSendLimits>();
        router.Add("POST", path, RequireAffiliate(callers, std::bind_front(handle, dependencies, limits)));
    };
    add_limited(all + "/{id}/test", TestOwnPostback);
    const std::string deliveries = std::string(kBasePath) + "/portal/deliveries";
    add("GET", deliveries, ListOwnDeliveries);
    add_limited(deliveries + "/{id}/replay", ReplayOwnDelivery);
}

}  // namespace fairlead::http
