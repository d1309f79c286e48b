#pragma once

#include <cstdint>
#include <string_view>

#include "http/server/head.hpp"

namespace fairlead::http {

// How far the body of a request has come.
struct BodyProgress {
    enum class State : std::uint8_t { kIncomplete, kComplete, kMalformed, kOverReadLimit };
    State state = State::kIncomplete;
    std::size_t taken = 0;  // Of what was received. The rest is to be given again, with more behind it.
};

// Gives what was received to a parser whose head is done. A line between chunks, and a trailer, may be as long as a
// head.
BodyProgress TakeBody(std::string_view received, Parser& parser);

}  // namespace fairlead::http
