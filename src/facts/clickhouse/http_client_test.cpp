#include "facts/clickhouse/http_client.hpp"

#include <thread>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace fairlead::facts {
namespace {

using Reason = HttpFailure::Reason;
using Script = std::vector<std::vector<std::string>>;

constexpr auto kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
constexpr std::chrono::milliseconds kTimeMax{60'000};

// Sends prepared responses: for each connection a list with one response per request. Then it closes the connection. If
// the last response is empty, it waits until the client closes.
class ScriptedServer {
public:
    explicit ScriptedServer(Script script) : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
        EXPECT_EQ(listen(listener_, 8), 0);
        socklen_t size = sizeof(address);
        EXPECT_EQ(getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size), 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this, script = std::move(script)] {
            for (const auto& answers : script) Serve(answers);
        });
    }
    ~ScriptedServer() {
        thread_.join();
        close(listener_);
    }
    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    HttpServer address() const { return {.address = {"127.0.0.1", port_}, .ca_file = {}}; }

private:
    void Serve(const std::vector<std::string>& answers) const {
        const int connection = accept(listener_, nullptr, nullptr);
        for (const auto& answer : answers) {
            ReadRequest(connection);
            if (!answer.empty()) {
                EXPECT_EQ(write(connection, answer.data(), answer.size()), static_cast<ssize_t>(answer.size()));
            } else {
                ReadRequest(connection);
            }
        }
        close(connection);
    }

    // Requests of these tests end in this word.
    static void ReadRequest(int connection) {
        std::string request;
        char piece[4096];
        while (!request.ends_with("END")) {
            const auto size = read(connection, piece, sizeof(piece));
            if (size <= 0) return;
            request.append(piece, static_cast<std::size_t>(size));
        }
    }

    int listener_;
    std::uint16_t port_ = 0;
    std::jthread thread_;
};

struct Posted {
    std::expected<HttpAnswer, HttpFailure> answer;
    std::string body;
};

Posted Post(HttpClient& client, HttpClient::Repeatable repeatable = HttpClient::Repeatable::kYes,
            std::chrono::milliseconds time_max = kTimeMax) {
    constexpr std::string_view kBody[] = {"SELECT 1 ", "END"};
    Posted posted;
    posted.answer = client.Post({.target = "/", .body = kBody, .time_max = time_max, .repeatable = repeatable},
                                [&posted](std::string_view piece) {
                                    posted.body += piece;
                                    return true;
                                });
    return posted;
}

TEST(HttpClient, AnExceptionOfTheReceiverReachesTheCaller) {
    const ScriptedServer server({{kOk}, {kOk}});
    HttpClient client(server.address(), {});
    constexpr std::string_view kBody[] = {"END"};
    const auto fail = [](std::string_view) -> bool { throw std::runtime_error("no memory"); };
    EXPECT_THROW(static_cast<void>(client.Post({.target = "/", .body = kBody, .time_max = kTimeMax}, fail)),
                 std::runtime_error);
    EXPECT_EQ(Post(client).body, "ok") << "over a new connection";
}

TEST(HttpClient, ReadsCompleteAnswersInAnyFraming) {
    const ScriptedServer server(
        {{kOk, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
          "HTTP/1.1 500 Oh\r\nContent-Length: 8\r\n\r\nCode: 60"}});
    HttpClient client(server.address(), {});
    EXPECT_EQ(Post(client).body, "ok");
    EXPECT_EQ(Post(client).body, "abcde") << "on the same connection";
    const auto failed = Post(client);
    EXPECT_EQ(failed.answer->status, 500);
    EXPECT_EQ(failed.answer->problem, "Code: 60");
    EXPECT_EQ(failed.body, "");
}

TEST(HttpClient, AClosedConnectionIsReplaced) {
    const ScriptedServer server({{kOk}, {kOk}});
    HttpClient client(server.address(), {});
    EXPECT_EQ(Post(client).body, "ok");
    EXPECT_EQ(Post(client).body, "ok");
}

TEST(HttpClient, AnUnrepeatableRequestIsSentOnceOnANewConnection) {
    const ScriptedServer server({{kOk}, {"HTTP/1.1 "}});
    HttpClient client(server.address(), {});
    EXPECT_EQ(Post(client).body, "ok");
    const auto posted = Post(client, HttpClient::Repeatable::kNo);
    ASSERT_FALSE(posted.answer);
    EXPECT_EQ(posted.answer.error().reason, Reason::kBroken);
}

TEST(HttpClient, AnIncompleteAnswerIsAFailure) {
    const ScriptedServer server({{"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"}});
    HttpClient client(server.address(), {});
    const auto posted = Post(client);
    ASSERT_FALSE(posted.answer);
    EXPECT_EQ(posted.answer.error().reason, Reason::kBroken);
    EXPECT_FALSE(posted.answer.error().is_untouched);
}

TEST(HttpClient, AServerThatDoesNotAnswerTimesOut) {
    const ScriptedServer server({{""}});
    HttpClient client(server.address(), {});
    const auto posted = Post(client, HttpClient::Repeatable::kYes, std::chrono::milliseconds(1000));
    ASSERT_FALSE(posted.answer);
    EXPECT_EQ(posted.answer.error().reason, Reason::kTimedOut);
}

TEST(HttpClient, AClosedPortIsAFailure) {
    HttpClient client({.address = {"127.0.0.1", 1}, .ca_file = {}}, {});
    const auto posted = Post(client);
    ASSERT_FALSE(posted.answer);
    EXPECT_EQ(posted.answer.error().reason, Reason::kRefused);
}

TEST(HttpClient, AServerWithoutTlsIsNotTrusted) {
    const ScriptedServer server({{kOk}});
    HttpServer with_tls = server.address();
    with_tls.uses_tls = true;
    HttpClient client(with_tls, {});
    const auto posted = Post(client);
    ASSERT_FALSE(posted.answer);
    EXPECT_EQ(posted.answer.error().reason, Reason::kRefused) << "nothing was sent";
}

}  // namespace
}  // namespace fairlead::facts
