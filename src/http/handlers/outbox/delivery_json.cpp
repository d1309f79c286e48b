#include "http/handlers/outbox/delivery_json.hpp"

#include <array>

#include "app/outbox/destinations.hpp"
#include "app/outbox/render_postback.hpp"
#include "domain/access/scope.hpp"
#include "domain/outbox/address_rules.hpp"
#include "http/codec/json/json_values.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

// The names of app::DeliveryStatus, and of a message that waits for a person.
constexpr std::array<std::string_view, 4> kDeliveryStatusNames{"waiting", "delivered", "failed", "paused"};
constexpr std::size_t kPausedName = 3;

template <class IdType>
json::value DeliveryIdOrNull(const std::optional<IdType>& id) {
    return id ? json::value(id->ToString()) : json::value(nullptr);
}

std::string ShownError(const std::string& error, DeliveryReader reader) {
    return reader.is_affiliate ? outbox::HideRefusedAddress(error) : error;
}

bool SeesUrl(outbox::DestinationKind kind, DeliveryReader reader) {
    switch (kind) {
        case outbox::DestinationKind::kWebhook: return reader.sees_webhooks;
        case outbox::DestinationKind::kReport: return reader.sees_schedules;
        case outbox::DestinationKind::kPostback:
        case outbox::DestinationKind::kMail: return true;
    }
    return false;
}

// The scheme, host and port of a URL. Addresses of mails are masked when they are recorded.
std::string HidePath(const std::string& address) {
    const std::size_t scheme = address.find("://");
    if (scheme == std::string::npos) return address;
    return address.substr(0, address.find_first_of("/?#", scheme + 3)) + "/***";
}

json::array EncodeAttempts(const app::DeliveryRecord& delivery, DeliveryReader reader) {
    json::array list;
    const bool whole = SeesUrl(delivery.kind, reader);
    for (const app::Attempt& attempt : delivery.attempts) {
        list.push_back({{"at", attempt.at.ToIso8601()},
                        {"status", attempt.status == 0 ? json::value(nullptr) : json::value(attempt.status)},
                        {"durationMs", attempt.duration_ms},
                        {"error", TextOrNull(ShownError(attempt.error, reader))},
                        {"address", whole ? attempt.address : HidePath(attempt.address)},
                        {"answer", TextOrNull(attempt.answer)}});
    }
    return list;
}

json::object EncodeDelivery(const app::OperatorEntry& owner, const app::DeliveryRecord& delivery,
                            DeliveryReader reader) {
    // The event behind a share of a sub-affiliate's commission belongs to the sub-affiliate.
    const bool hides_event = reader.is_affiliate && delivery.is_share;
    const bool waits = delivery.status == app::DeliveryStatus::kWaiting;
    return {{"id", outbox::MessageIdOf(delivery.destination, delivery.place).ToString()},
            {"kind", outbox::kDestinationKindNames[static_cast<std::size_t>(delivery.kind)]},
            {"destinationId", delivery.destination.ToString()},
            {"type", delivery.type},
            {"eventId", hides_event ? json::value(nullptr) : DeliveryIdOrNull(delivery.event)},
            {"accrualId", DeliveryIdOrNull(delivery.accrual)},
            {"status", DeliveryStatusName(owner, delivery)},
            {"createdAt", delivery.place.created_at.ToIso8601()},
            {"attemptCount", delivery.attempt_count},
            {"attempts", EncodeAttempts(delivery, reader)},
            {"nextAttemptAt", waits ? json::value(delivery.next_attempt_at.ToIso8601()) : json::value(nullptr)}};
}

std::optional<outbox::MessagePlace> ReadPlace(std::string_view text) {
    const auto id = MessageId::Parse(text);
    return id ? std::optional(outbox::PlaceIn(*id)) : std::nullopt;
}

// Whether a message waits or is paused depends on its destination.
void NarrowToStatus(const app::OperatorEntry& owner, bool paused, app::DeliveryQuery& query) {
    std::vector<DestinationId> fitting;
    app::ForEachDestination(owner, [&](DestinationId id, const app::DestinationState& state) {
        const bool wanted = !query.destinations || query.destinations->front() == id;
        if (wanted && state.Sends() != paused) fitting.push_back(id);
    });
    query.destinations = std::move(fitting);
    query.status = app::DeliveryStatus::kWaiting;
}

// Secrets are masked in forms. Bodies of webhooks have none.
std::string MaskBody(const app::OutgoingRequest& sent) {
    return sent.body.starts_with('{') ? sent.body : app::MaskParameters(sent.body);
}

json::object EncodeTest(const app::OutgoingRequest& sent, const app::OutgoingAnswer& answer, DeliveryReader reader) {
    return {{"request",
             {{"method", sent.method},
              {"url", app::MaskSecrets(sent.url)},
              {"body", sent.body.empty() ? json::value(nullptr) : json::value(MaskBody(sent))}}},
            {"response",
             {{"status", answer.status == 0 ? json::value(nullptr) : json::value(answer.status)},
              {"durationMs", answer.duration_ms},
              {"error", TextOrNull(ShownError(answer.error, reader))},
              {"answer", TextOrNull(answer.body)}}}};
}

}  // namespace

DeliveryReader ReaderOf(const app::Caller& caller) {
    const auto opens = [&](access::Area area) {
        return caller.key == nullptr || access::Opens(caller.key->scopes, area);
    };
    return {.is_affiliate = false,
            .sees_webhooks = opens(access::Area::kAdmin) && caller.May(access::Need::kAdminister),
            .sees_schedules = opens(access::Area::kReports)};
}

// A message of a destination that does not send waits for a person.
std::string_view DeliveryStatusName(const app::OperatorEntry& owner, const app::DeliveryRecord& delivery) {
    const auto destination = app::FindDestination(owner, delivery.destination);
    const bool sends = destination && destination->Sends();
    if (delivery.status == app::DeliveryStatus::kWaiting && !sends) return kDeliveryStatusNames[kPausedName];
    return kDeliveryStatusNames[static_cast<std::size_t>(delivery.status)];
}

Result<app::DeliveryQuery> ReadDeliveryQuery(const Request& request, const OwnerEntry& owner) {
    RecordFilters filters(
        request, {{"destinationId", ""}, {"status", ""}, {"eventId", ""}, {"accrualId", ""}, {"from", ""}, {"to", ""}});
    const auto status = filters.ReadName<std::size_t>("status", kDeliveryStatusNames);
    app::DeliveryQuery query{.owner = owner->records.self.id,
                             .limit = filters.limit(),
                             .before = filters.ReadAs("cursor", "must be a nextCursor of this list", ReadPlace),
                             .destinations = {},
                             .status = {},
                             .event = filters.ReadId<EventId>("eventId"),
                             .accrual = filters.ReadId<AccrualId>("accrualId"),
                             .from = filters.Time("from"),
                             .to = filters.Time("to")};
    if (const auto destination = filters.ReadId<DestinationId>("destinationId")) query.destinations = {*destination};
    if (filters.error()) return std::unexpected(*filters.error());
    if (status && *status < kPausedName) query.status = static_cast<app::DeliveryStatus>(*status);
    if (status && (*status == kPausedName || *status == 0)) NarrowToStatus(*owner, *status == kPausedName, query);
    return query;
}

app::AnswerDone<app::DeliveryPage> AnswerDeliveries(const Request& request, Responder responder, OwnerEntry owner,
                                                    DeliveryReader reader) {
    return AnswerPage<app::DeliveryPage>(
        request, std::move(responder),
        [owner = std::move(owner), reader](const app::DeliveryRecord& delivery) {
            return EncodeDelivery(*owner, delivery, reader);
        },
        [](const outbox::MessagePlace& place) {
            // The cursor has the form of an id. Only the place in it is read again.
            return outbox::MessageIdOf(DestinationId(), place).ToString();
        });
}

app::AnswerDone<app::DeliveryRecord> AnswerDelivery(const Request& request, Responder responder, OwnerEntry owner,
                                                    DeliveryReader reader) {
    return AnswerObject<app::DeliveryRecord>(request, std::move(responder),
                                             [owner = std::move(owner), reader](const app::DeliveryRecord& delivery) {
                                                 return EncodeDelivery(*owner, delivery, reader);
                                             });
}

void SendAndAnswer(app::Sender& sender, app::OutgoingRequest request, Responder responder, DeliveryReader reader) {
    auto sent = request;
    sender.Send(std::move(request), [sent = std::move(sent), responder = std::move(responder),
                                     reader](const app::OutgoingAnswer& answer) mutable {
        responder.Send({.body = json::serialize(EncodeTest(sent, answer, reader))});
    });
}

}  // namespace fairlead::http
