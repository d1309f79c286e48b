#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "domain/events/validate.hpp"

namespace fairlead::http {

inline constexpr std::size_t kBatchEventsMax = 100;

// The parsed body of POST /events.
struct EventBody {
    bool is_batch = false;  // The body is an object with `events`.
    std::vector<events::EventDraft> drafts;
};

// Parses the body, which must be followed by kBodyPadding readable bytes. The drafts point into the body and into
// memory of this thread, so they are valid until the next call on the same thread. An Error concerns the whole body;
// the errors of one event of a batch are in its draft.
Result<EventBody> DecodeEventBody(std::string_view body);

}  // namespace fairlead::http
