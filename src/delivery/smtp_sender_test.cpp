#include "delivery/smtp_sender.hpp"

#include <future>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/time/time.hpp"

namespace fairlead::delivery {
namespace {

// A mail server that takes connections and never says a word.
class SilentMailServer {
public:
    SilentMailServer() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(::listen(socket_, 8), 0);
    }
    SilentMailServer(const SilentMailServer&) = delete;
    SilentMailServer& operator=(const SilentMailServer&) = delete;
    ~SilentMailServer() { ::close(socket_); }

    MailOptions options() const {
        sockaddr_in address{};
        socklen_t size = sizeof address;
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        MailOptions options;
        options.host = "127.0.0.1";
        options.port = ntohs(address.sin_port);
        options.tls = MailTls::kNone;
        options.from = "no-reply@fairlead.example";
        options.timeout_ms = 120'000;
        return options;
    }

private:
    int socket_;
};

using EndsBy = std::shared_ptr<std::atomic<std::int64_t>>;

EndsBy InSeconds(std::int64_t seconds) {
    return std::make_shared<std::atomic<std::int64_t>>(BootMicros() + seconds * kMicrosPerSecond);
}

std::future<app::OutgoingAnswer> SendTo(SmtpSender& sender, const EndsBy& ends_by) {
    std::promise<app::OutgoingAnswer> promise;
    auto answer = promise.get_future();
    sender.Send({.to = "a@people.example", .message = "Subject: Hello\r\n\r\nHello\r\n", .ends_by = ends_by},
                [promise = std::move(promise)](app::OutgoingAnswer one) mutable { promise.set_value(std::move(one)); });
    return answer;
}

constexpr std::chrono::seconds kLongEnough{60};

TEST(SmtpSender, AMailEndsBeforeItsLease) {
    const SilentMailServer server;
    SmtpSender sender(server.options());
    const auto ends_by = InSeconds(4);
    auto answer = SendTo(sender, ends_by);
    ASSERT_EQ(answer.wait_for(kLongEnough), std::future_status::ready);
    const auto given = answer.get();
    EXPECT_EQ(given.status, 0);
    EXPECT_FALSE(given.is_final) << "another attempt may succeed";
    EXPECT_NE(given.error.find("lease"), std::string::npos) << given.error;
}

TEST(SmtpSender, AMailGoesOnWhileItsLeaseIsRenewed) {
    const SilentMailServer server;
    SmtpSender sender(server.options());
    const auto ends_by = InSeconds(30);
    auto answer = SendTo(sender, ends_by);
    for (int i = 0; i < 30; ++i) {
        *ends_by = BootMicros() + 30 * kMicrosPerSecond;
        ASSERT_EQ(answer.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
    }
    *ends_by = BootMicros();
    EXPECT_EQ(answer.wait_for(kLongEnough), std::future_status::ready);
}

}  // namespace
}  // namespace fairlead::delivery
