#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/net/host_port.hpp"

namespace fairlead::facts {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpPost {
    std::string target;
    HttpHeaders headers;
    std::span<const std::string_view> body;  // Sent one after the other.
    std::chrono::steady_clock::time_point deadline;
};

struct HttpAnswer {
    unsigned status = 0;
    std::string problem;  // The first few kilobytes of the body if the status is not 200.
};

// Why there is no response. Except for kRefused, the request may have been executed.
struct HttpFailure {
    enum class Reason : std::uint8_t { kRefused, kTimedOut, kBroken };

    Reason reason = Reason::kBroken;
    bool is_untouched = false;  // Nothing was received. A reused connection may have been closed before.
    std::string detail;         // For the log.
};

// Receives the body of a response with status 200 piece by piece. The view is valid during the call. False stops
// reading and fails the request.
using HttpSink = std::function<bool(std::string_view)>;

// One connection to an HTTP/1.1 server. Calls block until the deadline at most. Used by one thread at a time.
class HttpConnection {
public:
    static std::expected<std::unique_ptr<HttpConnection>, HttpFailure> Connect(
        const HostPort& server, std::chrono::steady_clock::time_point deadline);
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    std::expected<HttpAnswer, HttpFailure> Post(const HttpPost& post, const HttpSink& sink);

    // Whether another request may follow, as far as is known without sending one.
    bool IsReusable() const;

private:
    class Stream;

    explicit HttpConnection(std::unique_ptr<Stream> stream);

    std::unique_ptr<Stream> stream_;
};

}  // namespace fairlead::facts
