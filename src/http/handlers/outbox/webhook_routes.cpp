#include "http/handlers/outbox/webhook_routes.hpp"

#include "app/outbox/render_webhook.hpp"
#include "app/resources/webhook_resource.hpp"
#include "http/handlers/outbox/delivery_json.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"

namespace fairlead::http {
namespace {

// Sends a signed message with sample data at once, and responds with the outcome. Nothing is recorded.
void TestWebhook(const OutboxDependencies& dependencies, const app::Caller& caller, const Request& request,
                 Responder responder) {
    const auto* webhook = caller.owner->FindWebhook(DestinationId{IdInPath(request)});
    if (webhook == nullptr) return responder.Send(NoSuchResource(request));
    auto message = app::RenderWebhook(*webhook, dependencies.resources.token_key, MessageId::New(),
                                      app::SampleWebhookBody(webhook->types.front(), Now()), Now());
    SendAndAnswer(dependencies.sender, std::move(message), std::move(responder), ReaderOf(caller));
}

void RotateSecret(const OutboxDependencies& dependencies, const app::Caller& caller, const Request& request,
                  Responder responder) {
    const auto decide = [&](app::ChangeRequest change) {
        return app::RotateWebhookSecret(IdInPath(request), std::move(change));
    };
    StepResource(dependencies.resources, caller, request, std::move(responder),
                 {decide, ReadAgainFrom(app::WebhookResource())});
}

}  // namespace

void AddWebhookRoutes(Router& router, const CallerSources& callers, const OutboxDependencies& dependencies) {
    const std::string one = std::string(kBasePath) + "/webhooks/{id}";
    const auto add = [&](const std::string& path, auto handle) {
        router.Add("POST", path,
                   RequireCaller(callers, access::Area::kAdmin, access::Need::kAdminister,
                                 std::bind_front(handle, dependencies)));
    };
    add(one + "/test", TestWebhook);
    add(one + "/rotate-secret", RotateSecret);
}

}  // namespace fairlead::http
