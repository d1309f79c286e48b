#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "app/adapters/apply_adapter.hpp"
#include "http/codec/events/event_body.hpp"

namespace fairlead::http {

// The body of another system, translated. The drafts point into `texts`.
struct ForeignBody {
    EventBody body;
    std::deque<std::string> texts;
};

// Parses the body, which must be followed by kBodyPadding readable bytes, and translates its events. An Error concerns
// the whole body; the errors of one event are in its draft, with pointers into the foreign event.
Result<ForeignBody> TranslateEventBody(const app::Adapter& adapter, const app::ForeignQuery& query,
                                       std::string_view body);

}  // namespace fairlead::http
