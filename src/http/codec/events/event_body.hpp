#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "domain/events/validate.hpp"

namespace fairlead::http {

inline constexpr std::size_t kBatchEventsMax = 100;

// The body of POST /events, taken apart.
struct EventBody {
    bool is_batch = false;  // An object with `events`.
    std::vector<events::EventDraft> drafts;
};

// Takes the body apart. It must be followed by kBodyPadding readable bytes. The drafts point into the body and into
// memory of this thread: they are good until the next call on it. An Error is about the whole body; what is wrong with
// one event of a batch stays with its draft.
Result<EventBody> DecodeEventBody(std::string_view body);

}  // namespace fairlead::http
