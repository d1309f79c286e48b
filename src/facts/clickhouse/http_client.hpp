#pragma once

#include <atomic>
#include <mutex>

#include "facts/clickhouse/http_connection.hpp"

namespace fairlead::facts {

// Posts to one server and reuses connections. Safe from any thread; each call in progress has its own connection.
class HttpClient {
public:
    // `headers` are sent with every request. They may be secrets and are never logged.
    HttpClient(HttpServer server, HttpHeaders headers) : server_(std::move(server)), headers_(std::move(headers)) {}

    enum class Repeatable : std::uint8_t { kNo, kYes };

    struct Call {
        std::string target;
        std::span<const std::string_view> body;
        std::chrono::milliseconds time_max{0};
        // The server may close a reused connection at the moment of sending. A repeatable request is then sent again on
        // a new connection. A request that is not repeatable always gets a new connection.
        Repeatable repeatable = Repeatable::kNo;
    };
    std::expected<HttpAnswer, HttpFailure> Post(const Call& call, const HttpSink& sink);

private:
    using Connection = std::unique_ptr<HttpConnection>;

    // Null if no connection is idle.
    Connection TakeIdle();
    void GiveBack(Connection connection);
    std::expected<HttpAnswer, HttpFailure> PostOn(Connection connection, const HttpPost& post, const HttpSink& sink);
    // Logs one line when the server cannot be reached and one when it can be reached again, however many requests fail
    // in between.
    void NoteReachable(bool is_reachable, std::string_view detail);

    const HttpServer server_;
    const HttpHeaders headers_;
    std::mutex mutex_;
    std::vector<Connection> idle_;  // The most recently used connection is last.
    std::atomic<bool> is_reachable_{true};
};

}  // namespace fairlead::facts
