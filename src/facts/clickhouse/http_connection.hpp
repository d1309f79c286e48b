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

// A server, and how it is reached.
struct HttpServer {
    HostPort address;
    bool uses_tls = false;  // https: the certificate is checked.
    std::string ca_file;    // The certificates (PEM) that the server's must be signed by. Empty: the system's.
};

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
// reading and fails the request. An exception does so too, and leaves Post.
using HttpSink = std::function<bool(std::string_view)>;

// A connection to an HTTP/1.1 server with libcurl. It is opened by the first request and kept open for the next one.
// Calls block until the deadline at most. Used by one thread at a time.
class HttpConnection {
public:
    explicit HttpConnection(const HttpServer& server);
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    // kRefused if the server could not be reached, or its certificate is wrong. A failed connection must not be used
    // again.
    std::expected<HttpAnswer, HttpFailure> Post(const HttpPost& post, const HttpSink& sink);

private:
    class Transfer;

    std::unique_ptr<Transfer> transfer_;
};

}  // namespace fairlead::facts
