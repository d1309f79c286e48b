#pragma once

#include <cstdint>
#include <string_view>

#include "http/framing/head.hpp"

namespace fairlead::http {

// The state of the body of a request.
struct BodyProgress {
    enum class State : std::uint8_t { kIncomplete, kComplete, kMalformed, kOverReadLimit };
    State state = State::kIncomplete;
    std::size_t taken = 0;  // Bytes that were consumed. Pass the rest again, followed by more input.
};

// Passes the received bytes to a parser whose head is complete. A line between chunks and a trailer may be as long as a
// head.
BodyProgress TakeBody(std::string_view received, Parser& parser);

}  // namespace fairlead::http
