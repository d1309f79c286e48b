#include "http/handlers/records/events.hpp"

#include <memory>

#include "app/access/authenticate.hpp"
#include "app/access/rate_limiter.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/events/ingest_events.hpp"
#include "http/codec/events/event_answer.hpp"
#include "http/codec/events/event_body.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {
namespace {

void AddRateHeaders(Response& response, const access::RateDecision& rate) {
    response.AddHeader("X-RateLimit-Limit", rate.limit);
    response.AddHeader("X-RateLimit-Remaining", rate.remaining);
    response.AddHeader("X-RateLimit-Reset", rate.reset_seconds);
    if (!rate.allowed) response.AddHeader("Retry-After", rate.reset_seconds);
}

// Everything that an answer to POST /events needs after the rate limit was checked. Any thread may send the answer.
struct Exchange {
    Responder responder;
    std::string request_id;
    access::RateDecision rate;

    void Send(Response response) {
        AddRateHeaders(response, rate);
        responder.Send(std::move(response));
    }
};

class PostEvents {
public:
    explicit PostEvents(const EventDependencies& dependencies) : dependencies_(dependencies) {}

    // Checks the key, then the rate limit, then the body.
    void operator()(const Request& request, Responder responder) const {
        const auto snapshot = dependencies_.catalogue.Current();
        const auto caller = Authenticate(*snapshot, request.Header("X-API-Key"), request.client, Now());
        if (!caller) return RefuseAnonymous(request, std::move(responder));
        const app::RateSubject subject{caller->operator_id(), caller->key->id, caller->key->requests_per_minute};
        if (const auto rate = dependencies_.rate_limiter.Take(subject, SteadyMicros())) {
            return Proceed(*caller, request.body, request.body_too_large,
                           {std::move(responder), std::string(request.request_id), *rate});
        }
        TakeLater(*caller, subject, request, std::move(responder));
    }

private:
    void RefuseAnonymous(const Request& request, Responder responder) const {
        const auto rate = dependencies_.rate_limiter.TakeAnonymous(request.client, SteadyMicros());
        Exchange exchange{std::move(responder), std::string(request.request_id), rate};
        if (!rate.allowed) return RefuseRate(std::move(exchange));
        exchange.Send(UnknownKey(request.request_id));
    }

    static Response UnknownKey(std::string_view request_id) {
        return Problem({ErrorCode::kUnauthorized, "", "send a valid API key in the header X-API-Key"}, request_id);
    }

    void RefuseRate(Exchange exchange) const {
        Response response =
            Problem({ErrorCode::kRateLimited, "", "the limit of requests per minute is reached"}, exchange.request_id);
        exchange.Send(std::move(response));
    }

    // A request that waits for the rate limiter or the catalogue. It has a copy of the body, because the original is
    // valid only during the call.
    struct WaitingRequest {
        app::Caller caller;
        std::string body;
        bool body_too_large;
        Exchange exchange;
    };

    static std::unique_ptr<WaitingRequest> CopyRequest(const app::Caller& caller, std::string_view body,
                                                       bool body_too_large, Exchange exchange) {
        auto waiting = std::make_unique<WaitingRequest>(
            WaitingRequest{caller, std::string(), body_too_large, std::move(exchange)});
        waiting->body.reserve(body.size() + kBodyPadding);
        waiting->body = body;
        return waiting;
    }

    // Waits for the next share of the rate limit, because this node has used up its current one.
    void TakeLater(const app::Caller& caller, const app::RateSubject& subject, const Request& request,
                   Responder responder) const {
        auto waiting = CopyRequest(caller, request.body, request.body_too_large,
                                   {std::move(responder), std::string(request.request_id), {}});
        dependencies_.rate_limiter.TakeLater(subject, [this, waiting = std::move(waiting)](auto rate) {
            // The state of the limit is unknown, so the response has no headers about it.
            if (!rate) return waiting->exchange.responder.Send(Problem(rate.error(), waiting->exchange.request_id));
            waiting->exchange.rate = *rate;
            Proceed(waiting->caller, waiting->body, waiting->body_too_large, std::move(waiting->exchange));
        });
    }

    // Refreshes the catalogue first, because another node may just have created the brand that the events name.
    void ProceedRefreshed(const app::Caller& caller, std::string_view body, Exchange exchange) const {
        auto waiting = CopyRequest(caller, body, false, std::move(exchange));
        dependencies_.refresher.RefreshThen([this, waiting = std::move(waiting)] {
            const auto owner = dependencies_.catalogue.Current()->Find(waiting->caller.operator_id());
            const auto* key = owner ? owner->FindKey(waiting->caller.key->id) : nullptr;
            // The key is gone if the ledger has moved backwards.
            if (key == nullptr) return waiting->exchange.Send(UnknownKey(waiting->exchange.request_id));
            const auto decoded = DecodeEventBody(waiting->body);
            Ingest({owner, key}, *decoded, std::move(waiting->exchange));
        });
    }

    void Proceed(const app::Caller& caller, std::string_view body, bool body_too_large, Exchange exchange) const {
        if (!exchange.rate.allowed) return RefuseRate(std::move(exchange));
        if (body_too_large) {
            return exchange.Send(
                EdgeProblem(413, "body_too_large", "the body must have at most 1 MiB", exchange.request_id));
        }
        const auto decoded = DecodeEventBody(body);
        if (!decoded) {
            dependencies_.metrics.events_invalid.Increment();
            return exchange.Send(Problem(decoded.error(), exchange.request_id));
        }
        if (dependencies_.refresher.IsShared() && app::NamesUnknownBrand(decoded->drafts, *caller.owner)) {
            return ProceedRefreshed(caller, body, std::move(exchange));
        }
        Ingest(caller, *decoded, std::move(exchange));
    }

    void Ingest(const app::Caller& caller, const EventBody& decoded, Exchange exchange) const {
        dependencies_.ingest_events.Run(
            caller, decoded.drafts,
            [is_batch = decoded.is_batch, exchange = std::move(exchange)](auto submission, auto receipts) mutable {
                Responder responder = exchange.responder;
                responder.SendFrom([is_batch, exchange = std::move(exchange), submission = std::move(submission),
                                    receipts = std::move(receipts)] {
                    Response response = Answer(is_batch, *submission, receipts, exchange.request_id);
                    AddRateHeaders(response, exchange.rate);
                    return response;
                });
            });
    }

    static Response Answer(bool is_batch, const app::Submission& submission,
                           const Result<std::vector<events::Receipt>>& receipts, std::string_view request_id) {
        if (!receipts) return Problem(receipts.error(), request_id);
        if (is_batch) return BatchAnswer(submission, *receipts);
        const auto& entry = submission.entries().front();
        const events::Receipt* receipt = submission.ReceiptOf(entry, *receipts);
        return receipt == nullptr ? Problem(entry.errors, request_id) : SingleAnswer(submission, *receipt);
    }

    EventDependencies dependencies_;
};

}  // namespace

void AddEventRoutes(Router& router, const EventDependencies& dependencies) {
    // The router owns the handler, because answers that wait for the ledger refer to it.
    auto handler = std::make_shared<PostEvents>(dependencies);
    router.Add("POST", std::string(kBasePath) + "/events",
               [handler](const Request& request, Responder responder) { (*handler)(request, std::move(responder)); });
}

}  // namespace fairlead::http
