#pragma once

#include <atomic>
#include <mutex>

#include "facts/clickhouse/http_connection.hpp"

namespace fairlead::facts {

// Posts to one server over connections that are kept for the next request. Safe from any thread; each call in progress
// has a connection of its own.
class HttpClient {
public:
    // The headers go with every request. They may be secrets: they are never logged.
    HttpClient(HostPort server, HttpHeaders headers) : server_(std::move(server)), headers_(std::move(headers)) {}

    enum class Repeatable : std::uint8_t { kNo, kYes };

    struct Call {
        std::string target;
        std::span<const std::string_view> body;
        std::chrono::milliseconds time_max{0};
        // A connection that was kept may be closed by the server in the moment of sending. What may be repeated is then
        // sent again on a new one; what may not has a new one from the start.
        Repeatable repeatable = Repeatable::kNo;
    };
    std::expected<HttpAnswer, HttpFailure> Post(const Call& call, const HttpSink& sink);

private:
    using Connection = std::unique_ptr<HttpConnection>;

    Connection TakeIdle();
    void GiveBack(Connection connection);
    std::expected<HttpAnswer, HttpFailure> PostOn(Connection connection, const HttpPost& post, const HttpSink& sink);
    // One line when the server goes away and one when it is back, however many requests fail in between.
    void NoteReachable(bool is_reachable, std::string_view detail);

    const HostPort server_;
    const HttpHeaders headers_;
    std::mutex mutex_;
    std::vector<Connection> idle_;  // The one that was used last is the last.
    std::atomic<bool> is_reachable_{true};
};

}  // namespace fairlead::facts
