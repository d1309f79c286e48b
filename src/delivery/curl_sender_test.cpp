#include "delivery/curl_sender.hpp"

#include <future>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/time/time.hpp"

namespace fairlead::delivery {
namespace {

// A receiver that answers the first request after some time, and others never.
class SlowReceiver {
public:
    explicit SlowReceiver(std::chrono::milliseconds answers_after) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(::listen(socket_, 8), 0);
        thread_ = std::jthread([this, answers_after](const std::stop_token& stop) { Serve(answers_after, stop); });
    }
    SlowReceiver(const SlowReceiver&) = delete;
    SlowReceiver& operator=(const SlowReceiver&) = delete;
    ~SlowReceiver() {
        thread_ = {};
        ::close(socket_);
    }

    std::string url() const {
        sockaddr_in address{};
        socklen_t size = sizeof address;
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        return "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/r";
    }

private:
    void Serve(std::chrono::milliseconds answers_after, const std::stop_token& stop) const {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        while (!stop.stop_requested() && ::poll(&waiting, 1, 20) == 0) {
        }
        if (stop.stop_requested()) return;
        const int connection = ::accept(socket_, nullptr, nullptr);
        const auto ends = std::chrono::steady_clock::now() + answers_after;
        while (!stop.stop_requested() && std::chrono::steady_clock::now() < ends) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        constexpr std::string_view kAnswer = "HTTP/1.1 204 No Content\r\n\r\n";
        // The sender may have given up.
        ::send(connection, kAnswer.data(), kAnswer.size(), MSG_NOSIGNAL);
        ::close(connection);
    }

    int socket_;
    std::jthread thread_;
};

constexpr std::chrono::seconds kAmpleTime{60};

SenderOptions OpenToLoopback() {
    SenderOptions options;
    options.allowed_networks = {*IpNetwork::Parse("127.0.0.0/8")};
    options.timeout_ms = 200;
    return options;
}

app::OutgoingAnswer AnswerTo(CurlSender& sender, app::OutgoingRequest request) {
    std::promise<app::OutgoingAnswer> promise;
    auto answer = promise.get_future();
    sender.Send(std::move(request),
                [promise = std::move(promise)](app::OutgoingAnswer one) mutable { promise.set_value(std::move(one)); });
    if (answer.wait_for(kAmpleTime) != std::future_status::ready) return {};
    return answer.get();
}

app::OutgoingRequest PostTo(const SlowReceiver& receiver) {
    return {.method = "POST", .url = receiver.url(), .headers = {}, .body = "a,b\r\n"};
}

TEST(CurlSender, ARequestEndsAfterTheUsualTime) {
    const SlowReceiver receiver(kAmpleTime);
    CurlSender sender(OpenToLoopback());
    const auto answer = AnswerTo(sender, PostTo(receiver));
    EXPECT_EQ(answer.status, 0);
    EXPECT_FALSE(answer.error.empty());
}

TEST(CurlSender, ALargeRequestMayHaveMoreTime) {
    const SlowReceiver receiver(std::chrono::milliseconds(1500));
    CurlSender sender(OpenToLoopback());
    auto request = PostTo(receiver);
    request.timeout_ms = 50'000;
    request.ends_by = std::make_shared<std::atomic<std::int64_t>>(BootMicros() + 50 * kMicrosPerSecond);
    EXPECT_EQ(AnswerTo(sender, std::move(request)).status, 204);
}

TEST(CurlSender, ALargeRequestEndsBeforeItsLease) {
    const SlowReceiver receiver(kAmpleTime);
    CurlSender sender(OpenToLoopback());
    auto request = PostTo(receiver);
    request.timeout_ms = 50'000;
    request.ends_by = std::make_shared<std::atomic<std::int64_t>>(BootMicros() + 3 * kMicrosPerSecond);
    const auto answer = AnswerTo(sender, std::move(request));
    EXPECT_EQ(answer.status, 0);
    EXPECT_NE(answer.error.find("lease"), std::string::npos) << answer.error;
}

}  // namespace
}  // namespace fairlead::delivery
