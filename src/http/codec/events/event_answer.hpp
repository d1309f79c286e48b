#pragma once

#include <span>
#include <string_view>

#include "app/events/ingest_events.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// What POST /events answers to a single event that was stored or known.
Response SingleAnswer(const app::Submission& submission, const events::Receipt& receipt);

// What it answers to a batch: 202 if at least one event was accepted, else 200 if at least one was a duplicate, else
// 400.
Response BatchAnswer(const app::Submission& submission, std::span<const events::Receipt> receipts);

}  // namespace fairlead::http
