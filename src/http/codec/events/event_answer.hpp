#pragma once

#include <span>
#include <string_view>

#include "app/events/ingest_events.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// The answer of POST /events to a single event that is accepted or a duplicate.
Response SingleAnswer(const app::Submission& submission, const events::Receipt& receipt);

// The answer to a single event that is refused: a problem document, with the warnings beside the errors.
Response RefusedAnswer(const app::Submission& submission, std::string_view request_id);

// The answer to a single event of another system that the adapter ignores.
Response IgnoredAnswer();

// The answer to a batch: 202 if at least one event is accepted, else 200 if at least one is a duplicate or ignored,
// else 400.
Response BatchAnswer(const app::Submission& submission, std::span<const events::Receipt> receipts);

}  // namespace fairlead::http
