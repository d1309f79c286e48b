#include "facts/clickhouse/http_client.hpp"

#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

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
    auto answer = PostOn(std::make_unique<HttpConnection>(server_), post, sink);
    const bool refused = !answer && answer.error().reason == HttpFailure::Reason::kRefused;
    NoteReachable(!refused, refused ? std::string_view(answer.error().detail) : std::string_view());
    return answer;
}

std::expected<HttpAnswer, HttpFailure> HttpClient::PostOn(Connection connection, const HttpPost& post,
                                                          const HttpSink& sink) {
    auto answer = connection->Post(post, sink);
    if (answer) GiveBack(std::move(connection));
    return answer;
}

HttpClient::Connection HttpClient::TakeIdle() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    Connection connection = std::move(idle_.back());
    idle_.pop_back();
    return connection;
}

void HttpClient::GiveBack(Connection connection) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < kIdleConnectionsMax) idle_.push_back(std::move(connection));
}

void HttpClient::NoteReachable(bool is_reachable, std::string_view detail) {
    if (is_reachable_.exchange(is_reachable) == is_reachable) return;
    if (is_reachable) {
        telemetry::LogInfo("ClickHouse can be reached again", {{"host", server_.address.host}});
    } else {
        telemetry::LogWarn(
            "ClickHouse cannot be reached",
            {{"host", server_.address.host}, {"port", std::int64_t{server_.address.port}}, {"reason", detail}});
    }
}

}  // namespace fairlead::facts
