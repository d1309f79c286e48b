#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fairlead::app {

// A request to a receiver outside the service.
struct OutgoingRequest {
    std::string method = "GET";
    std::string url;
    std::vector<std::string> headers;  // "Name: value".
    std::string body;
    // The time limit of the whole request. Set for bodies that are larger than usual. 0: the sender's own limit.
    std::int64_t timeout_ms = 0;
    // As in OutgoingMail.
    std::shared_ptr<const std::atomic<std::int64_t>> ends_by = nullptr;
};

struct OutgoingAnswer {
    int status = 0;           // Of HTTP or SMTP; 0: no answer.
    std::string retry_after;  // The header; empty if it is missing.
    std::string body;         // The first bytes, as valid UTF-8.
    std::string error;        // Why there is no answer; safe to show.
    std::int64_t duration_ms = 0;
    bool is_final = false;  // The receiver refuses this message for good: another attempt is useless.
};

// Sends requests to receivers outside the service. Never sends into the private network, and follows no redirects.
class Sender {
public:
    virtual ~Sender() = default;

    // Calls `done` exactly once, on a thread of the sender; it must not block.
    virtual void Send(OutgoingRequest request, std::move_only_function<void(OutgoingAnswer)> done) = 0;
};

}  // namespace fairlead::app
