#include "http/server/connection.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "base/id/uuid.hpp"
#include "base/text/text.hpp"
#include "base/time/time.hpp"
#include "http/framing/read_body.hpp"
#include "http/server/client_address.hpp"
#include "http/server/problem.hpp"
#include "http/server/status.hpp"
#include "telemetry/log.hpp"

namespace fairlead::http {
namespace {

namespace beast_http = boost::beast::http;

constexpr std::size_t kReadBytes = 16'384;
// After this many reads, other connections of the loop get their turn.
constexpr int kReadsAtOnce = 16;
constexpr std::uint32_t kPeerGone = EPOLLRDHUP | EPOLLHUP | EPOLLERR;
constexpr std::size_t kKeptBodyBytesMax = 262'144;
constexpr std::int64_t kLingerMs = 2000;
// How long a connection over the limit may take to ask for a probe.
constexpr std::int64_t kProbeMs = 5000;
constexpr std::string_view kBusy =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

bool IsEncoded(const beast_http::fields& fields) {
    const auto [first, last] = fields.equal_range(beast_http::field::content_encoding);
    return std::any_of(first, last, [](const auto& field) {
        return !field.value().empty() && !EqualIgnoringAsciiCase(field.value(), "identity");
    });
}

}  // namespace

Connection::Connection(Descriptor socket, const IpAddress& peer, Loop& loop, const ConnectionSettings& settings,
                       Admission admission)
    : socket_(std::move(socket)), peer_(peer), loop_(loop), settings_(settings), admission_(std::move(admission)) {
    request_.client = peer_;
    settings_.metrics.connections_accepted.Increment();
    settings_.metrics.connections_open.Increment();
}

Connection::~Connection() { settings_.metrics.connections_open.Decrement(); }

void Connection::Start() {
    deadline_ms_ = loop_.now_ms() + (IsCrowded() ? kProbeMs : settings_.idle_timeout_ms);
    loop_.Add(shared_from_this());
    if (!loop_.Watch(socket_, *this)) return Close();
    Read();
}

void Connection::Close() {
    if (phase_ == Phase::kClosed) return;
    phase_ = Phase::kClosed;
    CountBodyMemory(0);
    body_handler_ = nullptr;
    request_place_.reset();
    admission_.total.reset();
    admission_.address.reset();
    stream_.reset();
    socket_.Close();
    loop_.Remove(*this);
}

void Connection::Drain() {
    draining_ = true;
    if (phase_ != Phase::kIdle) return;
    // A request that has already arrived is still answered, even if the loop has not seen it yet.
    int available = 0;
    if (ioctl(socket_.number(), FIONREAD, &available) != 0 || available == 0) Close();
}

void Connection::OnDeadline() {
    const auto keep_alive = shared_from_this();
    switch (phase_) {
        case Phase::kHead:
        case Phase::kBody:
            reading_ = false;
            return Refuse(408, "request_timeout", "the request did not arrive in time");
        case Phase::kHandling:
            close_after_ = true;
            return Respond(
                request_number_,
                Problem({ErrorCode::kUnavailable, "", "The service took too long to answer. Try again."}, request_id_));
        default:
            if (phase_ == Phase::kIdle && IsCrowded()) NoteCrowding(admission_.crowding);
            return Close();
    }
}

void Connection::Evict() {
    NoteCrowding(admission_.crowding);
    // The answer is best effort, so a failure is ignored.
    [[maybe_unused]] const auto sent = send(socket_.number(), kBusy.data(), kBusy.size(), MSG_NOSIGNAL);
    Close();
}

std::string_view Connection::received() const {
    return {static_cast<const char*>(buffer_.data().data()), buffer_.size()};
}

void Connection::OnReady(std::uint32_t events) {
    if (phase_ == Phase::kClosed) return;
    if ((events & kPeerGone) != 0) peer_gone_ = true;
    if ((events & EPOLLOUT) != 0 && phase_ == Phase::kWriting && !sent_whole_) SendMore();
    if ((events & (EPOLLIN | kPeerGone)) == 0) return;
    readable_ = true;
    Receive();
}

void Connection::Read() {
    reading_ = true;
    if (!readable_ || receiving_) return;
    loop_.Defer([self = shared_from_this()] { self->Receive(); });
}

void Connection::Receive() {
    receiving_ = true;
    for (int i = 0; reading_ && readable_ && phase_ != Phase::kClosed; ++i) {
        if (i < kReadsAtOnce) {
            ReceiveOnce();
            continue;
        }
        loop_.Defer([self = shared_from_this()] { self->Receive(); });
        break;
    }
    receiving_ = false;
}

void Connection::ReceiveOnce() {
    const auto room = buffer_.prepare(kReadBytes);
    const ssize_t size = recv(socket_.number(), room.data(), room.size(), 0);
    if (size < 0 && errno == EINTR) return;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        readable_ = false;
        return;
    }
    if (size <= 0) return Close();
    reading_ = false;
    // A short read has emptied the socket, unless the peer has closed and its end of file is still unread. epoll
    // reports later input again.
    readable_ = peer_gone_ || static_cast<std::size_t>(size) == room.size();
    OnReceived(static_cast<std::size_t>(size));
}

void Connection::OnReceived(std::size_t received_bytes) {
    buffer_.commit(received_bytes);
    if (phase_ == Phase::kLingering) {
        lingered_ += received_bytes;
        buffer_.clear();
        return lingered_ > kBodyBytesReadMax ? Close() : Read();
    }
    if (phase_ == Phase::kDiscarding) return DiscardBody();
    return phase_ == Phase::kBody ? ReadBody() : ReadHead();
}

void Connection::ReadHead() {
    // Some clients send an empty line after a body. Skip it before the next request.
    while (phase_ == Phase::kIdle && received().starts_with("\r\n")) buffer_.consume(2);
    if (buffer_.size() == 0) {
        if (draining_) return Close();
        return Read();
    }
    if (phase_ == Phase::kIdle) StartRequest();
    const HeadScan scan = ScanHead(received());
    switch (scan.state) {
        case HeadScan::State::kIncomplete: return Read();
        case HeadScan::State::kMalformed: return Refuse(400, "invalid_request", "the request is not valid HTTP");
        case HeadScan::State::kTargetTooLong:
            return Refuse(414, "target_too_long", "the request line and headers must have at most 8192 bytes");
        case HeadScan::State::kTooLarge:
            return Refuse(431, "head_too_large", "the request line and headers must have at most 8192 bytes");
        case HeadScan::State::kComplete: return OnHeadComplete(scan.length);
    }
}

void Connection::StartRequest() {
    phase_ = Phase::kHead;
    // A connection over the limit must not stay. It keeps the deadline that it got at its start.
    if (!IsCrowded()) deadline_ms_ = loop_.now_ms() + settings_.request_timeout_ms;
    ++request_number_;
    request_id_.resize(Uuid::kTextLength);
    NewUuid().Write(request_id_.data());
    route_ = {};
    request_.client = peer_;
    head_only_ = false;
    close_after_ = draining_ || IsCrowded();
    unread_input_ = false;
}

void Connection::OnHeadComplete(std::size_t length) {
    parser_.emplace();
    const ParsedHead head = ParseHead(received().substr(0, length), *parser_);
    buffer_.consume(length);
    if (head.refusal) return Refuse(400, "invalid_request", *head.refusal);
    close_after_ = close_after_ || !parser_->get().keep_alive();
    head_only_ = parser_->get().method() == beast_http::verb::head;
    body_over_read_limit_ = head.body_over_read_limit;
    Handle();
}

bool Connection::WantsContinue() const {
    return EqualIgnoringAsciiCase(parser_->get()[beast_http::field::expect], "100-continue");
}

void Connection::Handle() {
    phase_ = Phase::kHandling;
    const auto& message = parser_->get();
    const std::string_view target = message.target();
    const auto question = target.find('?');
    request_ = {.method = message.method_string(),
                .path = target.substr(0, question),
                .query = question == std::string_view::npos ? std::string_view() : target.substr(question + 1),
                .fields = &message,
                .body_pending = IsBodyUnread(),
                .client = ClientAddress(peer_, message, settings_.trusted_proxies),
                .asked_by_https = AskedByHttps(peer_, message, settings_.trusted_proxies),
                .request_id = request_id_,
                .path_parameters = {}};
    const RouteMatch match = settings_.router.Find(request_);
    route_ = match.pattern;
    if (!match.is_probe) {
        if (const Crowding crowding = TakePlace(); crowding != Crowding::kNone) return RefuseCrowded(crowding);
    }
    InHandler([&] { Dispatch(match, request_, Responder(shared_from_this(), request_number_)); });
}

void Connection::AwaitBody(std::uint64_t request_number, std::size_t bytes_max, BodyHandler handle) {
    if (phase_ != Phase::kHandling || request_number != request_number_) return;
    phase_ = Phase::kBody;
    body_handler_ = std::move(handle);
    request_.body_bytes_max = bytes_max;
    auto& body = parser_->get().body();
    body.bytes_max = bytes_max;
    if (IsBodyUnread() && IsEncoded(parser_->get())) {
        request_.body_fault = BodyFault::kEncoded;
        return OnBodyComplete();
    }
    const bool too_large = body_over_read_limit_ || parser_->content_length().value_or(0) > bytes_max;
    // Answer at once if the body is not read anyway, or if the client waits for 100 Continue before it sends the body.
    if (body_over_read_limit_ || (too_large && WantsContinue())) {
        body.too_large = true;
        return OnBodyComplete();
    }
    body.data = std::move(body_storage_);
    body.data.clear();
    if (IsBodyUnread() && buffer_.size() == 0 && WantsContinue()) {
        // The send buffer is empty at this point, so the line always fits.
        const auto size = static_cast<ssize_t>(kContinue.size());
        if (send(socket_.number(), kContinue.data(), kContinue.size(), MSG_NOSIGNAL) != size) return Close();
    }
    ReadBody();
}

void Connection::ReadBody() {
    const BodyProgress progress = TakeBody(received(), *parser_);
    buffer_.consume(progress.taken);
    switch (progress.state) {
        case BodyProgress::State::kIncomplete: {
            const Crowding crowding = CountBodyMemory(parser_->get().body().data.capacity());
            return crowding == Crowding::kNone ? Read() : RefuseBody(crowding);
        }
        case BodyProgress::State::kMalformed:
            return Refuse(400, "invalid_request", "the body does not match its Content-Length or chunk sizes");
        case BodyProgress::State::kOverReadLimit:
            body_over_read_limit_ = true;
            parser_->get().body().too_large = true;
            break;
        case BodyProgress::State::kComplete: break;
    }
    OnBodyComplete();
}

void Connection::OnBodyComplete() {
    phase_ = Phase::kHandling;
    CountBodyMemory(0);
    auto& body = parser_->get().body();
    body.data.reserve(body.data.size() + kBodyPadding);
    request_.body_pending = false;
    request_.body = body.data;
    if (body.too_large) request_.body_fault = BodyFault::kTooLarge;
    const auto handle = [&] {
        BodyHandler wanted = std::move(body_handler_);
        wanted(request_, Responder(shared_from_this(), request_number_));
    };
    // The handler of the head may still be running: it has just asked for a body that was already there.
    return in_handler_ ? handle() : InHandler(handle);
}

void Connection::Continue(std::uint64_t request_number, std::move_only_function<void(Responder)>& handle) {
    if (phase_ != Phase::kHandling || request_number != request_number_) return;
    InHandler([&] { handle(Responder(shared_from_this(), request_number)); });
}

template <class Run>
void Connection::InHandler(Run handle) {
    in_handler_ = true;
    try {
        handle();
    } catch (const std::exception& error) {
        OnException(request_number_, error);
    }
    in_handler_ = false;
    if (phase_ == Phase::kWriting && sent_whole_) OnWritten();
}

void Connection::RespondFrom(std::uint64_t request_number, std::move_only_function<Response()>& make) {
    try {
        Respond(request_number, make());
    } catch (const std::exception& error) {
        OnException(request_number, error);
    }
}

void Connection::OnException(std::uint64_t request_number, const std::exception& error) {
    telemetry::LogError("a request failed with an exception",
                        {{"route", route_}, {"requestId", request_id_}, {"reason", std::string_view(error.what())}});
    Respond(request_number, Problem({ErrorCode::kInternal, "", "the request could not be answered"}, request_id_));
}

void Connection::Refuse(int status, std::string_view code, std::string_view detail) {
    phase_ = Phase::kHandling;
    close_after_ = true;
    unread_input_ = true;
    Respond(request_number_, EdgeProblem(status, code, detail, request_id_));
}

void Connection::Respond(std::uint64_t request_number, const Response& response) {
    if (request_number != request_number_ || phase_ != Phase::kHandling) return;
    // A client that waits for 100 Continue may now send the body or the next request. The service could not tell them
    // apart.
    if (IsBodyUnread()) unread_input_ = unread_input_ || close_after_ || body_over_read_limit_ || WantsContinue();
    close_after_ = close_after_ || response.close || unread_input_ || draining_;
    settings_.metrics.CountResponse(response.status);
    NoteRefusal(response.status);
    // Log the route instead of the path, because a path can contain a secret.
    telemetry::Log(telemetry::LogLevel::kDebug, "request",
                   {{"requestId", std::string_view(request_id_)},
                    {"method", parser_ ? std::string_view(parser_->get().method_string()) : ""},
                    {"route", route_},
                    {"status", std::int64_t{response.status}}});
    Write(response);
}

void Connection::OnWritten() {
    if (close_after_) return unread_input_ ? Linger() : Close();
    if (!IsBodyUnread()) return AwaitNextRequest();
    phase_ = Phase::kDiscarding;
    parser_->get().body().unwanted = true;
    DiscardBody();
}

void Connection::DiscardBody() {
    const BodyProgress progress = TakeBody(received(), *parser_);
    buffer_.consume(progress.taken);
    switch (progress.state) {
        case BodyProgress::State::kIncomplete: return Read();
        case BodyProgress::State::kComplete: return AwaitNextRequest();
        default: return Close();
    }
}

void Connection::AwaitNextRequest() {
    body_storage_ = std::move(parser_->get().body().data);
    if (body_storage_.capacity() > kKeptBodyBytesMax) body_storage_ = std::string();
    if (output_.capacity() > kKeptBodyBytesMax) output_ = std::string();
    parser_.reset();
    request_place_.reset();
    phase_ = Phase::kIdle;
    deadline_ms_ = loop_.now_ms() + settings_.idle_timeout_ms;
    if (buffer_.size() == 0) return draining_ ? Close() : Read();
    // Defer pipelined requests, so that they neither block the loop nor nest on the stack.
    loop_.Defer([self = shared_from_this()] {
        if (self->phase_ == Phase::kIdle) self->ReadHead();
    });
}

void Connection::Linger() {
    // Closing a socket with unread input resets the connection, and the client may never see the answer.
    phase_ = Phase::kLingering;
    parser_.reset();
    deadline_ms_ = loop_.now_ms() + kLingerMs;
    shutdown(socket_.number(), SHUT_WR);
    buffer_.clear();
    Read();
}

}  // namespace fairlead::http
