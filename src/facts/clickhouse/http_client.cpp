#include "facts/clickhouse/http_client.hpp"

#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

constexpr std::chrono::milliseconds kConnectTimeMax{2'000};
constexpr std::size_t kIdleConnectionsMax = 8;

}  // namespace

std::expected<HttpAnswer, HttpFailure> HttpClient::Post(const Call& call, const HttpSink& sink) {
    const auto now = std::chrono::steady_clock::now();
    const HttpPost post{.target = call.target, .headers = headers_, .body = call.body, .deadline = now + call.time_max};
    if (call.repeatable == Repeatable::kYes) {
        if (Connection idle = TakeIdle()) {
            auto answer = PostOn(std::move(idle), post, sink);
            if (answer || !answer.error().is_untouched || answer.error().reason != HttpFailure::Reason::kBroken) {
                return answer;
            }
        }
    }
    auto connection = HttpConnection::Connect(server_, std::min(post.deadline, now + kConnectTimeMax));
    NoteReachable(connection.has_value(), connection ? std::string_view() : connection.error().detail);
    if (!connection) return std::unexpected(connection.error());
    return PostOn(std::move(*connection), post, sink);
}

std::expected<HttpAnswer, HttpFailure> HttpClient::PostOn(Connection connection, const HttpPost& post,
                                                          const HttpSink& sink) {
    auto answer = connection->Post(post, sink);
    if (answer) GiveBack(std::move(connection));
    return answer;
}

HttpClient::Connection HttpClient::TakeIdle() {
    const std::lock_guard lock(mutex_);
    while (!idle_.empty()) {
        Connection connection = std::move(idle_.back());
        idle_.pop_back();
        if (connection->IsReusable()) return connection;
    }
    return nullptr;
}

void HttpClient::GiveBack(Connection connection) {
    const std::lock_guard lock(mutex_);
    if (connection->IsReusable() && idle_.size() < kIdleConnectionsMax) idle_.push_back(std::move(connection));
}

void HttpClient::NoteReachable(bool is_reachable, std::string_view detail) {
    if (is_reachable_.exchange(is_reachable) == is_reachable) return;
    if (is_reachable) {
        telemetry::LogInfo("ClickHouse can be reached again", {{"host", server_.host}});
    } else {
        telemetry::LogWarn("ClickHouse cannot be reached",
                           {{"host", server_.host}, {"port", std::int64_t{server_.port}}, {"reason", detail}});
    }
}

}  // namespace fairlead::facts
