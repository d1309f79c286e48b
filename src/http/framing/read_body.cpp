#include "http/framing/read_body.hpp"

namespace fairlead::http {
namespace {

namespace beast_http = boost::beast::http;
using State = BodyProgress::State;

// An unfinished chunked body still needs at least "0\r\n\r\n". Beast aborts the program if it gets fewer bytes after
// the size of the last chunk.
constexpr std::size_t kChunkedEndBytes = 5;

}  // namespace

BodyProgress TakeBody(std::string_view received, Parser& parser) {
    const std::size_t least = parser.chunked() ? kChunkedEndBytes : 1;
    std::size_t taken = 0;
    while (!parser.is_done()) {
        const std::string_view waiting = received.substr(taken);
        if (waiting.size() < least) return {State::kIncomplete, taken};
        boost::beast::error_code error;
        const std::size_t size = parser.put(boost::asio::buffer(waiting.data(), waiting.size()), error);
        taken += size;
        if (error == beast_http::error::need_more || (!error && size == 0)) {
            return {waiting.size() > kHeadBytesMax ? State::kMalformed : State::kIncomplete, taken};
        }
        if (error == beast_http::error::body_limit) return {State::kOverReadLimit, taken};
        if (error) return {State::kMalformed, taken};
    }
    return {State::kComplete, taken};
}

}  // namespace fairlead::http
