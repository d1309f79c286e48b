#pragma once

#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/outgoing/sender.hpp"

namespace fairlead::app {

// The body of a message: its type, the time of its cause, and its data.
std::string WebhookBody(const WaitingMessage& message);
// A body with made-up data, for a test.
std::string SampleWebhookBody(outbox::WebhookType type, Timestamp now);

// The signed request (Standard Webhooks). `now` is the time of the attempt.
OutgoingRequest RenderWebhook(const outbox::Webhook& webhook, const Bytes32& token_key, MessageId id, std::string body,
                              Timestamp now);

// The signed request with a report: its file as the body, or, without a file, the content of the message as JSON. Fails
// if the file is not kept any more.
Result<OutgoingRequest> RenderReport(const outbox::ReportSchedule& schedule, const Bytes32& token_key,
                                     const WaitingMessage& message, MessageId id, Timestamp now);

}  // namespace fairlead::app
