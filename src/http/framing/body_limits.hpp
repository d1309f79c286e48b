#pragma once

#include <cstddef>

namespace fairlead::http {

// The largest body of a request whose caller is known.
inline constexpr std::size_t kBodyBytesMax = 1 << 20;
// The largest body of a request that anybody can send, such as a log-in.
inline constexpr std::size_t kOpenBodyBytesMax = 16 << 10;
// The most that is read of a body. Reading on after the limit lets a client that is still sending see the answer.
inline constexpr std::size_t kBodyBytesReadMax = 8 << 20;
// The number of bytes after the body that the JSON parser may read.
inline constexpr std::size_t kBodyPadding = 64;

}  // namespace fairlead::http
