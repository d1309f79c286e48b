#include "http/handlers/records/events.hpp"

#include <memory>

#include "app/access/authenticate.hpp"
#include "app/access/rate_limiter.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/events/ingest_events.hpp"
#include "app/events/refused_requests.hpp"
#include "base/text/one_of.hpp"
#include "domain/access/scope.hpp"
#include "http/codec/events/event_answer.hpp"
#include "http/codec/events/event_body.hpp"
#include "http/codec/events/foreign_body.hpp"
#include "http/handlers/records/refused_requests.hpp"
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
    // The key that sent the request, and where its refusals are noted; nothing without a valid key.
    OperatorId owner;
    ApiKeyId key;
    std::shared_ptr<app::RefusedRequests> refused;

    // Sends a refusal of the whole request and notes it.
    void Refuse(Response response, const Error& error) {
        Note(response.status, {error});
        Send(std::move(response));
    }

    void Refuse(const Error& error) { Refuse(Problem(error, request_id), error); }

    void Note(int status, std::vector<Error> errors, std::optional<std::size_t> position = {},
              std::optional<std::string_view> idempotency_key = {}) const {
        if (!refused) return;
        app::RefusedRequest noted{.at = Now(),
                                  .key = key,
                                  .status = status,
                                  .request_id = request_id,
                                  .dry_run = dry_run,
                                  .position = position,
                                  .errors = std::move(errors)};
        if (idempotency_key) noted.idempotency_key = std::string(*idempotency_key);
        refused->Note(owner, std::move(noted));
    }

    void Send(Response response) {
        AddHeaders(response);
        responder.Send(std::move(response));
    }

    void AddHeaders(Response& response) const {
        AddRateHeaders(response, rate);
        if (dry_run) response.AddHeader("X-Dry-Run", "true");
    }
};

// How the body of a request is read: as ours, or with the adapter of another system.
struct BodyReader {
    const app::Adapter* adapter = nullptr;
    app::ForeignQuery query;

    Result<ForeignBody> Read(std::string_view body) const {
        if (adapter != nullptr) return TranslateEventBody(*adapter, query, body);
        return ForeignBody{.body = TRY(DecodeEventBody(body)), .texts = {}};
    }
};

enum class Format : std::uint8_t { kOurs, kOfAdapter };

class PostEvents {
public:
    PostEvents(const EventDependencies& dependencies, std::shared_ptr<app::RefusedRequests> refused, Format format)
        : dependencies_(dependencies), refused_(std::move(refused)), format_(format) {}

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
        Exchange exchange{
            .responder = std::move(responder), .request_id = std::string(request.request_id), .rate = rate};
        if (!rate.allowed) return RefuseRate(std::move(exchange));
        exchange.Send(UnknownKey(request.request_id));
    }

    static Response UnknownKey(std::string_view request_id) {
        return Problem({ErrorCode::kUnauthorized, "", "send a valid API key in the header X-API-Key"}, request_id);
    }

    Exchange ExchangeOf(const app::Caller& caller, std::string_view request_id, const access::RateDecision& rate,
                        Responder responder) const {
        return {.responder = std::move(responder),
                .request_id = std::string(request_id),
                .rate = rate,
                .owner = caller.operator_id(),
                .key = caller.key->id,
                .refused = refused_};
    }

    static void RefuseRate(Exchange exchange) {
        Response response = RateLimitReached(exchange.request_id);
        exchange.Refuse(std::move(response),
                        {ErrorCode::kRateLimited, "", "the limit of requests per minute is reached"});
    }

    // A request that waits for the catalogue. It has a copy of the body, because the original is valid only during the
    // call.
    struct WaitingRequest {
        app::Caller caller;
        std::string body;
        BodyReader reader;
        Exchange exchange;
    };

    static std::unique_ptr<WaitingRequest> CopyRequest(const app::Caller& caller, std::string_view body,
                                                       BodyReader reader, Exchange exchange) {
        auto waiting = std::make_unique<WaitingRequest>(
            WaitingRequest{caller, std::string(), std::move(reader), std::move(exchange)});
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
        if (!rate.allowed) return RefuseRate(ExchangeOf(caller, request_id, rate, std::move(responder)));
        if (!access::Opens(caller.key->scopes, access::Area::kEvents)) {
            return ExchangeOf(caller, request_id, rate, std::move(responder))
                .Refuse({ErrorCode::kForbidden, "", access::DescribeNeed(access::Area::kEvents)});
        }
        responder.ReadBody(kBodyBytesMax, [this, caller, rate](const Request& request, Responder answer) {
            OnBody(caller, request, ExchangeOf(caller, request.request_id, rate, std::move(answer)));
        });
    }

    // Refreshes the catalogue first, because another node may just have created the brand that the events name.
    void ProceedRefreshed(const app::Caller& caller, std::string_view body, BodyReader reader,
                          Exchange exchange) const {
        auto waiting = CopyRequest(caller, body, std::move(reader), std::move(exchange));
        dependencies_.refresher.RefreshThen([this, waiting = std::move(waiting)] {
            const auto owner = dependencies_.catalogue.Current()->Find(waiting->caller.operator_id());
            const auto* key = owner ? owner->FindKey(waiting->caller.key->id) : nullptr;
            // The key is gone if the ledger has moved backwards.
            if (key == nullptr) return waiting->exchange.Send(UnknownKey(waiting->exchange.request_id));
            const auto decoded = waiting->reader.Read(waiting->body);
            Ingest({owner, key}, decoded->body, std::move(waiting->exchange));
        });
    }

    static void RefuseBody(const Request& request, Exchange exchange) {
        const bool too_large = request.body_fault == BodyFault::kTooLarge;
        exchange.Refuse(
            BodyRefused(request),
            {ErrorCode::kInvalidRequest, "", too_large ? "the body is too large" : "the body has a Content-Encoding"});
    }

    // The reader of the request's body, or the reason why there is none.
    Result<BodyReader> ReaderOf(const Request& request) const {
        if (format_ == Format::kOurs) return BodyReader();
        const auto found = dependencies_.adapters.find(request.path_parameters.front());
        if (found == dependencies_.adapters.end()) {
            std::vector<std::string_view> names;
            for (const auto& [name, adapter] : dependencies_.adapters) names.push_back(name);
            return Fail(ErrorCode::kNotFound, "there is no such adapter. The name " + MustBeOneOf(names));
        }
        auto query = request.QueryParameters();
        if (!query) return Fail(ErrorCode::kInvalidRequest, "the query is not valid");
        return BodyReader{.adapter = &found->second, .query = std::move(*query)};
    }

    void OnBody(const app::Caller& caller, const Request& request, Exchange exchange) const {
        if (request.body_fault != BodyFault::kNone) return RefuseBody(request, std::move(exchange));
        const auto dry_run = AsksForDryRun(request);
        if (!dry_run) return exchange.Refuse(dry_run.error());
        exchange.dry_run = *dry_run;
        auto reader = ReaderOf(request);
        if (!reader) return exchange.Refuse(reader.error());
        const auto decoded = reader->Read(request.body);
        if (!decoded) {
            if (!exchange.dry_run) dependencies_.metrics.events_invalid.Increment();
            return exchange.Refuse(decoded.error());
        }
        if (dependencies_.refresher.IsShared() && app::NamesUnknownBrand(decoded->body.drafts, *caller.owner)) {
            return ProceedRefreshed(caller, request.body, std::move(*reader), std::move(exchange));
        }
        Ingest(caller, decoded->body, std::move(exchange));
    }

    void Ingest(const app::Caller& caller, const EventBody& decoded, Exchange exchange) const {
        const bool dry_run = exchange.dry_run;
        auto answer = [is_batch = decoded.is_batch, exchange = std::move(exchange)](auto submission,
                                                                                    auto receipts) mutable {
            Responder responder = exchange.responder;
            responder.SendFrom([is_batch, exchange = std::move(exchange), submission = std::move(submission),
                                receipts = std::move(receipts)] {
                Response response = Answer(is_batch, *submission, receipts, exchange.request_id);
                if (receipts) NoteRefused(exchange, is_batch, *submission, *receipts);
                exchange.AddHeaders(response);
                return response;
            });
        };
        if (dry_run) return dependencies_.ingest_events.DryRun(caller, decoded.drafts, std::move(answer));
        dependencies_.ingest_events.Run(caller, decoded.drafts, std::move(answer));
    }

    static void NoteRefused(const Exchange& exchange, bool is_batch, const app::Submission& submission,
                            const std::vector<events::Receipt>& receipts) {
        const auto entries = submission.entries();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (submission.ReceiptOf(entries[i], receipts) != nullptr || entries[i].ignored) continue;
            exchange.Note(400, {entries[i].errors.begin(), entries[i].errors.end()},
                          is_batch ? std::optional(i) : std::nullopt, submission.KeyOf(entries[i]));
        }
    }

    static Response Answer(bool is_batch, const app::Submission& submission,
                           const Result<std::vector<events::Receipt>>& receipts, std::string_view request_id) {
        if (!receipts) return Problem(receipts.error(), request_id);
        if (is_batch) return BatchAnswer(submission, *receipts);
        const auto& entry = submission.entries().front();
        if (entry.ignored) return IgnoredAnswer();
        const events::Receipt* receipt = submission.ReceiptOf(entry, *receipts);
        return receipt == nullptr ? RefusedAnswer(submission, request_id) : SingleAnswer(submission, *receipt);
    }

    EventDependencies dependencies_;
    std::shared_ptr<app::RefusedRequests> refused_;
    const Format format_;
};

}  // namespace

void AddEventRoutes(Router& router, const CallerSources& callers, const EventDependencies& dependencies) {
    auto refused = std::make_shared<app::RefusedRequests>();
    const auto add = [&](const std::string& path, Format format) {
        // The router owns the handler, because answers that wait for the ledger refer to it.
        auto handler = std::make_shared<PostEvents>(dependencies, refused, format);
        router.Add("POST", std::string(kBasePath) + path, [handler](const Request& request, Responder responder) {
            (*handler)(request, std::move(responder));
        });
    };
    add("/events", Format::kOurs);
    add("/adapters/{name}/events", Format::kOfAdapter);
    AddRefusedRequestRoutes(router, callers, std::move(refused));
}

}  // namespace fairlead::http
