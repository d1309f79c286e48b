#pragma once

#include <memory>

#include <boost/json.hpp>

#include "app/access/authenticate.hpp"
#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/outgoing/sender.hpp"
#include "http/server/request.hpp"
#include "http/server/responder.hpp"

namespace fairlead::http {

// The query of a list of deliveries. An Error if a parameter is wrong.
using OwnerEntry = std::shared_ptr<const app::OperatorEntry>;
Result<app::DeliveryQuery> ReadDeliveryQuery(const Request& request, const OwnerEntry& owner);

// The status of a message as people see it. Unlike app::DeliveryStatus, it can be paused.
std::string_view DeliveryStatusName(const app::OperatorEntry& owner, const app::DeliveryRecord& delivery);

// What the reader of a message may see.
struct DeliveryReader {
    bool is_affiliate = false;  // Sees no addresses of the operator's network and no events of sub-affiliates.
    // The URLs of webhooks and of scheduled reports can contain secrets, so a person who may not read them sees only
    // their hosts.
    bool sees_webhooks = true;
    bool sees_schedules = true;
};
inline constexpr DeliveryReader kAffiliateReader{.is_affiliate = true};
DeliveryReader ReaderOf(const app::Caller& caller);

app::AnswerDone<app::DeliveryPage> AnswerDeliveries(const Request& request, Responder responder, OwnerEntry owner,
                                                    DeliveryReader reader);
app::AnswerDone<app::DeliveryRecord> AnswerDelivery(const Request& request, Responder responder, OwnerEntry owner,
                                                    DeliveryReader reader);

// Sends a test at once, and responds with the request that was sent and the answer to it.
void SendAndAnswer(app::Sender& sender, app::OutgoingRequest request, Responder responder, DeliveryReader reader);

}  // namespace fairlead::http
