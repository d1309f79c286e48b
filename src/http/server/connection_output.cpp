// The answers of a connection: how they are written and sent.
#include <cerrno>

#include <fmt/format.h>
#include <sys/socket.h>

#include "http/server/answer_head.hpp"
#include "http/server/compress.hpp"
#include "http/server/connection.hpp"

namespace fairlead::http {
namespace {

constexpr unsigned kHttp11 = 11;

}  // namespace

void Connection::Write(const Response& plain) {
    // A HEAD has no body, so there is nothing to compress.
    const bool may_compress = parser_ && !head_only_;
    const auto compressed =
        may_compress ? Compressed(plain, parser_->get()[boost::beast::http::field::accept_encoding]) : std::nullopt;
    const Response& response = compressed ? *compressed : plain;
    phase_ = Phase::kWriting;
    output_.clear();
    const bool has_unknown_size = response.stream && !response.stream_size;
    chunked_ = has_unknown_size && parser_ && parser_->get().version() >= kHttp11;
    if (has_unknown_size && !chunked_) close_after_ = true;  // The body ends when the connection closes.
    AppendAnswerHead(output_, response,
                     {.date = loop_.date(), .request_id = request_id_, .chunked = chunked_, .close = close_after_});
    if (!head_only_) {
        output_.append(BodyOf(response));
        stream_ = response.stream;
    }
    if (stream_) TakePiece();
    SendOutput();
}

void Connection::TakePiece() {
    std::string piece;
    if (!stream_->Next(piece)) stream_.reset();
    if (!chunked_) {
        output_.append(piece);
        return;
    }
    if (!piece.empty()) fmt::format_to(std::back_inserter(output_), "{:x}\r\n{}\r\n", piece.size(), piece);
    if (!stream_) output_.append("0\r\n\r\n");
}

void Connection::SendOutput() {
    sent_ = 0;
    if (!SendSome()) return Close();
    // Nearly every answer fits into the socket's buffer at once. Then there is nothing to wait for.
    sent_whole_ = sent_ == output_.size() && !stream_;
    if (sent_whole_) {
        // The running handler may still use the request. InHandler finishes the answer afterwards.
        if (in_handler_) return;
        return OnWritten();
    }
    // Defer the next piece, so that a fast client with a long answer does not block the loop.
    if (sent_ == output_.size()) loop_.Defer([self = shared_from_this()] { self->SendMore(); });
}

bool Connection::SendSome() {
    while (sent_ < output_.size()) {
        const ssize_t size = send(socket_.number(), output_.data() + sent_, output_.size() - sent_, MSG_NOSIGNAL);
        if (size >= 0) {
            sent_ += static_cast<std::size_t>(size);
        } else if (errno != EINTR) {
            return errno == EAGAIN || errno == EWOULDBLOCK;
        }
    }
    return true;
}

void Connection::SendMore() {
    if (phase_ != Phase::kWriting || sent_whole_) return;
    if (!SendSome()) return Close();
    if (sent_ == output_.size()) OnSent();
}

void Connection::OnSent() {
    if (!stream_) return OnWritten();
    // Each piece gets a new deadline, so that a slow client can still read a long answer.
    deadline_ms_ = loop_.now_ms() + settings_.request_timeout_ms;
    output_.clear();
    TakePiece();
    SendOutput();
}

}  // namespace fairlead::http
