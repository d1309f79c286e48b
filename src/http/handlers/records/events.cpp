#include "http/handlers/records/events.hpp"

#include <memory>

#include "app/access/authenticate.hpp"
#include "app/access/rate_limiter.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/events/ingest_events.hpp"
#include "domain/access/scope.hpp"
#include "http/codec/events/event_answer.hpp"
#include "http/codec/events/event_body.hpp"
#include "http/middleware/dry_run.hpp"
#include "http/middleware/rate_headers.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {
namespace {

// Everything that an answer to POST /events needs after the rate limit was checked. Any thread may send the answer.
struct Exchange {
    Responder responder;
    std::string request_id;
    access::RateDecision rate;
    bool dry_run = false;

    void Send(Response response) {
        AddHeaders(response);
        responder.Send(std::move(response));
    }

    void AddHeaders(Response& response) const {
        AddRateHeaders(response, rate);
        if (dry_run) response.AddHeader("X-Dry-Run", "true");
    }
};

class PostEvents {
public:
    explicit PostEvents(const EventDependencies& dependencies) : dependencies_(dependencies) {}

    // Checks the key, then the rate limit, then the scope, and only then reads the body.
    void operator()(const Request& request, Responder responder) const {
        const auto snapshot = dependencies_.catalogue.Current();
        const auto caller = Authenticate(*snapshot, request.Header("X-API-Key"), request.client, Now());
        if (!caller) return RefuseAnonymous(request, std::move(responder));
        const app::RateSubject subject{caller->operator_id(), caller->key->id, caller->key->requests_per_minute};
        if (const auto rate = dependencies_.rate_limiter.Take(subject, SteadyMicros())) {
            return Proceed(*caller, request.request_id, *rate, std::move(responder));
        }
        TakeLater(*caller, subject, request.request_id, std::move(responder));
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
        Response response = RateLimitReached(exchange.request_id);
        exchange.Send(std::move(response));
    }

    // A request that waits for the catalogue. It has a copy of the body, because the original is valid only during the
    // call.
    struct WaitingRequest {
        app::Caller caller;
        std::string body;
        Exchange exchange;
    };

    static std::unique_ptr<WaitingRequest> CopyRequest(const app::Caller& caller, std::string_view body,
                                                       Exchange exchange) {
        auto waiting = std::make_unique<WaitingRequest>(WaitingRequest{caller, std::string(), std::move(exchange)});
        waiting->body.reserve(body.size() + kBodyPadding);
        waiting->body = body;
        return waiting;
    }

    // Waits for the next share of the rate limit, because this node has used up its current one.
    void TakeLater(const app::Caller& caller, const app::RateSubject& subject, std::string_view request_id,
                   Responder responder) const {
        dependencies_.rate_limiter.TakeLater(subject, [this, caller, request_id = std::string(request_id),
                                                       responder = std::move(responder)](auto rate) mutable {
            // The state of the limit is unknown, so the response has no headers about it.
            if (!rate) return responder.Send(Problem(rate.error(), request_id));
            responder.Continue([this, caller, request_id, rate = *rate](Responder answer) {
                Proceed(caller, request_id, rate, std::move(answer));
            });
        });
    }

    // Reads the body if the rate limit allows the request. Called on the loop's thread.
    void Proceed(const app::Caller& caller, std::string_view request_id, const access::RateDecision& rate,
                 Responder responder) const {
        if (!rate.allowed) return RefuseRate({std::move(responder), std::string(request_id), rate});
        if (!access::Opens(caller.key->scopes, access::Area::kEvents)) {
            Exchange refused{std::move(responder), std::string(request_id), rate};
            return refused.Send(
                Problem({ErrorCode::kForbidden, "", access::DescribeNeed(access::Area::kEvents)}, request_id));
        }
        responder.ReadBody(kBodyBytesMax, [this, caller, rate](const Request& request, Responder answer) {
            OnBody(caller, request, {std::move(answer), std::string(request.request_id), rate});
        });
    }

    // Refreshes the catalogue first, because another node may just have created the brand that the events name.
    void ProceedRefreshed(const app::Caller& caller, std::string_view body, Exchange exchange) const {
        auto waiting = CopyRequest(caller, body, std::move(exchange));
        dependencies_.refresher.RefreshThen([this, waiting = std::move(waiting)] {
            const auto owner = dependencies_.catalogue.Current()->Find(waiting->caller.operator_id());
            const auto* key = owner ? owner->FindKey(waiting->caller.key->id) : nullptr;
            // The key is gone if the ledger has moved backwards.
            if (key == nullptr) return waiting->exchange.Send(UnknownKey(waiting->exchange.request_id));
            const auto decoded = DecodeEventBody(waiting->body);
            Ingest({owner, key}, *decoded, std::move(waiting->exchange));
        });
    }

    void OnBody(const app::Caller& caller, const Request& request, Exchange exchange) const {
        if (request.body_fault != BodyFault::kNone) return exchange.Send(BodyRefused(request));
        const auto dry_run = AsksForDryRun(request);
        if (!dry_run) return exchange.Send(Problem(dry_run.error(), exchange.request_id));
        exchange.dry_run = *dry_run;
        const auto decoded = DecodeEventBody(request.body);
        if (!decoded) {
            if (!exchange.dry_run) dependencies_.metrics.events_invalid.Increment();
            return exchange.Send(Problem(decoded.error(), exchange.request_id));
        }
        if (dependencies_.refresher.IsShared() && app::NamesUnknownBrand(decoded->drafts, *caller.owner)) {
            return ProceedRefreshed(caller, request.body, std::move(exchange));
        }
        Ingest(caller, *decoded, std::move(exchange));
    }

    void Ingest(const app::Caller& caller, const EventBody& decoded, Exchange exchange) const {
        const bool dry_run = exchange.dry_run;
        auto answer = [is_batch = decoded.is_batch, exchange = std::move(exchange)](auto submission,
                                                                                    auto receipts) mutable {
            Responder responder = exchange.responder;
            responder.SendFrom([is_batch, exchange = std::move(exchange), submission = std::move(submission),
                                receipts = std::move(receipts)] {
                Response response = Answer(is_batch, *submission, receipts, exchange.request_id);
                exchange.AddHeaders(response);
                return response;
            });
        };
        if (dry_run) return dependencies_.ingest_events.DryRun(caller, decoded.drafts, std::move(answer));
        dependencies_.ingest_events.Run(caller, decoded.drafts, std::move(answer));
    }

    static Response Answer(bool is_batch, const app::Submission& submission,
                           const Result<std::vector<events::Receipt>>& receipts, std::string_view request_id) {
        if (!receipts) return Problem(receipts.error(), request_id);
        if (is_batch) return BatchAnswer(submission, *receipts);
        const auto& entry = submission.entries().front();
        const events::Receipt* receipt = submission.ReceiptOf(entry, *receipts);
        return receipt == nullptr ? RefusedAnswer(submission, request_id) : SingleAnswer(submission, *receipt);
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
