#include "facts/clickhouse/http_connection.hpp"

#include <array>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/read.hpp>
#include <sys/socket.h>

namespace fairlead::facts {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace beast_http = boost::beast::http;
using Code = boost::system::error_code;
using Deadline = std::chrono::steady_clock::time_point;
using Parser = beast_http::response_parser<beast_http::buffer_body>;

constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;
constexpr std::size_t kProblemBytesMax = std::size_t{4} * 1024;

HttpFailure HttpFailureOf(const Code& code, HttpFailure::Reason reason, bool is_untouched) {
    if (code == beast::error::timeout) reason = HttpFailure::Reason::kTimedOut;
    return {.reason = reason, .is_untouched = is_untouched, .detail = code.message()};
}

std::size_t SizeOf(std::span<const std::string_view> parts) {
    std::size_t size = 0;
    for (const auto part : parts) size += part.size();
    return size;
}

}  // namespace

// Only asynchronous operations of Asio have deadlines, so each operation is started and its loop runs until it is done.
class HttpConnection::Stream {
public:
    explicit Stream(std::string host) : host_(std::move(host)), stream_(context_) {}

    Code Connect(const HostPort& server, Deadline deadline) {
        Code code;
        asio::ip::tcp::resolver resolver(context_);
        const auto found = resolver.resolve(server.host, std::to_string(server.port), code);
        if (code) return code;
        stream_.expires_at(deadline);
        code = Run([&](auto done) {
            stream_.async_connect(found, [done](const Code& result, const auto&) { done(result); });
        });
        if (!code) stream_.socket().set_option(asio::ip::tcp::no_delay(true), code);
        return code;
    }

    // Written by hand: Beast's serializer would take longer to compile than the rest of this library's network code.
    Code Send(const HttpPost& post) {
        std::string head = "POST " + std::string(post.target) + " HTTP/1.1\r\nHost: " + host_ + "\r\n";
        for (const auto& [name, value] : post.headers) head.append(name).append(": ").append(value).append("\r\n");
        head += "Content-Length: " + std::to_string(SizeOf(post.body)) + "\r\n\r\n";
        std::vector<asio::const_buffer> parts{asio::buffer(head)};
        for (const auto part : post.body) parts.emplace_back(part.data(), part.size());
        stream_.expires_at(post.deadline);
        return Run([&](auto done) {
            asio::async_write(stream_, parts, [done](const Code& result, std::size_t) { done(result); });
        });
    }

    Code ReadHead(Parser& parser) {
        return Run([&](auto done) {
            beast_http::async_read_header(stream_, buffer_, parser,
                                          [done](const Code& result, std::size_t) { done(result); });
        });
    }

    // Reads the next piece of the body into `piece`. It is empty at the end.
    std::expected<std::string_view, Code> ReadPiece(Parser& parser, std::span<char> piece) {
        if (parser.is_done()) return std::string_view();
        auto& body = parser.get().body();
        body.data = piece.data();
        body.size = piece.size();
        const Code code = Run([&](auto done) {
            beast_http::async_read(stream_, buffer_, parser, [done](const Code& result, std::size_t) { done(result); });
        });
        if (code && code != beast_http::error::need_buffer) return std::unexpected(code);
        return std::string_view(piece.data(), piece.size() - body.size);
    }

    bool IsQuiet() {
        char byte = 0;
        const auto got = recv(stream_.socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        return buffer_.size() == 0 && got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    }

    bool is_kept = false;  // Whether the connection stays open after the last response.

private:
    template <class Start>
    Code Run(Start start) {
        Code result;
        start([&result](const Code& code) { result = code; });
        context_.restart();
        context_.run();
        return result;
    }

    std::string host_;
    asio::io_context context_{1};
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
};

HttpConnection::HttpConnection(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
HttpConnection::~HttpConnection() = default;

std::expected<std::unique_ptr<HttpConnection>, HttpFailure> HttpConnection::Connect(const HostPort& server,
                                                                                    Deadline deadline) {
    auto stream = std::make_unique<Stream>(server.host);
    if (const Code code = stream->Connect(server, deadline)) {
        return std::unexpected(
            HttpFailure{.reason = HttpFailure::Reason::kRefused, .is_untouched = true, .detail = code.message()});
    }
    return std::unique_ptr<HttpConnection>(new HttpConnection(std::move(stream)));
}

std::expected<HttpAnswer, HttpFailure> HttpConnection::Post(const HttpPost& post, const HttpSink& sink) {
    using Reason = HttpFailure::Reason;
    stream_->is_kept = false;
    if (const Code code = stream_->Send(post)) return std::unexpected(HttpFailureOf(code, Reason::kBroken, true));
    Parser parser;
    parser.body_limit(boost::none);
    if (const Code code = stream_->ReadHead(parser)) return std::unexpected(HttpFailureOf(code, Reason::kBroken, true));

    HttpAnswer answer{.status = parser.get().result_int()};
    std::array<char, kPieceBytes> bytes;
    while (true) {
        const auto piece = stream_->ReadPiece(parser, bytes);
        if (!piece) return std::unexpected(HttpFailureOf(piece.error(), Reason::kBroken, false));
        if (piece->empty() && parser.is_done()) break;
        if (answer.status != 200) {
            answer.problem += piece->substr(0, kProblemBytesMax - answer.problem.size());
        } else if (!sink(*piece)) {
            return std::unexpected(HttpFailure{.detail = "the response cannot be read"});
        }
    }
    stream_->is_kept = parser.get().keep_alive();
    return answer;
}

bool HttpConnection::IsReusable() const { return stream_->is_kept && stream_->IsQuiet(); }

}  // namespace fairlead::facts
