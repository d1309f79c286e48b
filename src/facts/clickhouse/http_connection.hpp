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
    std::string problem;  // What the body said where the status is not 200, the first few kilobytes of it.
};

// Why there is no answer. Whether the request has had its effect is not known, except that kRefused had none.
struct HttpFailure {
    enum class Reason : std::uint8_t { kRefused, kTimedOut, kBroken };

    Reason reason = Reason::kBroken;
    bool is_untouched =
        false;           // Nothing of an answer had come: with a connection that was kept, it may have been closed.
    std::string detail;  // For the log.
};

// Takes the body of an answer of status 200 as it comes; the view is valid in the call. False: read no further, and the
// answer is broken.
using HttpSink = std::function<bool(std::string_view)>;

// One connection to an HTTP/1.1 server. Calls block until the deadline at most; used by one thread at a time.
class HttpConnection {
public:
    static std::expected<std::unique_ptr<HttpConnection>, HttpFailure> Connect(
        const HostPort& server, std::chrono::steady_clock::time_point deadline);
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    std::expected<HttpAnswer, HttpFailure> Post(const HttpPost& post, const HttpSink& sink);

    // Whether another request may follow, as far as can be told without sending one.
    bool IsReusable() const;

private:
    class Stream;

    explicit HttpConnection(std::unique_ptr<Stream> stream);

    std::unique_ptr<Stream> stream_;
};

}  // namespace fairlead::facts
