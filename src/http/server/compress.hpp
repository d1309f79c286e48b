#pragma once

#include <optional>
#include <string_view>

#include "http/server/response.hpp"

namespace fairlead::http {

// A shorter JSON answer fits into one packet anyway.
inline constexpr std::size_t kCompressedBytesMin = 1024;
// The most that is compressed at once, so that a long answer does not block the loop. The rest follows in pieces, as
// the client reads them.
inline constexpr std::size_t kCompressedPieceBytes = 64 << 10;

// The same answer with gzip, or nothing if the client does not accept it or it is not worth the work: only JSON is
// compressed, and no problem documents, because they can repeat what a client has sent.
std::optional<Response> Compressed(const Response& response, std::string_view accept_encoding);

}  // namespace fairlead::http
