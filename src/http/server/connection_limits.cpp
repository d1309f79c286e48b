// The limits of a connection: what it counts, and what it refuses.
#include <utility>

#include "base/time/time.hpp"
#include "http/server/connection.hpp"
#include "http/server/problem.hpp"
#include "http/server/status.hpp"

namespace fairlead::http {
namespace {

constexpr std::int64_t kCrowdedRetrySeconds = 1;

}  // namespace

Crowding Connection::TakePlace() {
    if (IsCrowded()) return admission_.crowding;
    // A connection of a proxy carries the requests of many clients. Each counts while it is running.
    if (admission_.address || AnyContains(settings_.trusted_proxies, request_.client)) return Crowding::kNone;
    request_place_ = settings_.counts.TakeForAddress(request_.client);
    return request_place_ ? Crowding::kNone : Crowding::kAddress;
}

void Connection::RefuseCrowded(Crowding crowding) {
    NoteCrowding(crowding);
    if (crowding == Crowding::kTotal) {
        return Respond(request_number_,
                       EdgeProblem(503, "too_many_connections", "all connections are in use", request_id_));
    }
    Response response =
        EdgeProblem(429, "too_many_connections", "this address has too many open connections", request_id_);
    response.AddHeader("Retry-After", kCrowdedRetrySeconds);
    Respond(request_number_, response);
}

void Connection::NoteCrowding(Crowding crowding) {
    auto& metrics = settings_.metrics;
    (crowding == Crowding::kTotal ? metrics.connections_refused : metrics.address_connections_refused).Increment();
    settings_.refusals.Note({.reason = crowding == Crowding::kTotal ? "max_connections" : "max_connections_per_address",
                             .client = request_.client,
                             .route = route_},
                            SteadyMicros());
}

Crowding Connection::CountBodyMemory(std::size_t bytes) {
    if (bytes == body_bytes_) return Crowding::kNone;
    const Crowding crowding = settings_.bodies.Change(request_.client, body_bytes_, bytes);
    if (crowding != Crowding::kNone) return crowding;
    auto& gauge = settings_.metrics.request_body_bytes;
    gauge.Increment(static_cast<double>(bytes));
    gauge.Decrement(static_cast<double>(std::exchange(body_bytes_, bytes)));
    return Crowding::kNone;
}

void Connection::RefuseBody(Crowding crowding) {
    CountBodyMemory(0);
    body_handler_ = nullptr;
    parser_->get().body() = {};
    phase_ = Phase::kHandling;
    close_after_ = true;
    unread_input_ = true;
    Response response =
        crowding == Crowding::kAddress
            ? EdgeProblem(429, "too_many_bodies", "this address is sending too many large bodies at once", request_id_)
            : EdgeProblem(503, "too_many_bodies", "too many large bodies are arriving", request_id_);
    response.AddHeader("Retry-After", kCrowdedRetrySeconds);
    Respond(request_number_, response);
}

void Connection::NoteRefusal(int status) {
    const std::string_view reason = RefusalReason(status);
    if (reason.empty()) return;
    settings_.refusals.Note({.reason = reason, .client = request_.client, .route = route_}, SteadyMicros());
}

}  // namespace fairlead::http
