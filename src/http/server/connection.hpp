#pragma once

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/beast/core/flat_buffer.hpp>

#include "http/admission/admission.hpp"
#include "http/admission/body_memory.hpp"
#include "http/admission/refusal_log.hpp"
#include "http/framing/head.hpp"
#include "http/server/loop.hpp"
#include "http/server/router.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {

// Settings that all connections of a listener share. They outlive the connections.
struct ConnectionSettings {
    const Router& router;
    telemetry::Metrics& metrics;
    ConnectionCounts& counts;
    BodyMemory& bodies;
    RefusalLog& refusals;
    std::vector<IpNetwork> trusted_proxies;
    std::int64_t request_timeout_ms = 30'000;
    std::int64_t idle_timeout_ms = 60'000;
};

// The connection of one client. It reads the head of a request, calls its handler, reads the body if the handler wants
// it, writes the answer, and then reads the next request. Each request has one deadline, counted from its first byte.
// Used only on its loop's thread. Lives until it is closed and no Responder holds it.
class Connection final : public Watcher, public std::enable_shared_from_this<Connection> {
public:
    Connection(Descriptor socket, const IpAddress& peer, Loop& loop, const ConnectionSettings& settings,
               Admission admission);
    ~Connection();

    void Start();
    void Close();
    void OnReady(std::uint32_t events) override;
    void OnFailure() override { Close(); }
    // Closes after the running request, or at once if there is none.
    void Drain();

    bool IsClosed() const { return phase_ == Phase::kClosed; }
    // Answers that the service is busy and closes, to make room for another connection over the limit.
    void Evict();

    std::int64_t deadline_ms() const { return deadline_ms_; }
    void OnDeadline();

    Loop& loop() { return loop_; }
    // Answers the request with this number if it is still waiting.
    void Respond(std::uint64_t request_number, const Response& response);
    // Answers with the result of `make`, or with 500 if it throws.
    void RespondFrom(std::uint64_t request_number, std::move_only_function<Response()>& make);
    // Continues the request with this number if it is still waiting.
    void Continue(std::uint64_t request_number, std::move_only_function<void(Responder)>& handle);
    // Reads the body of the request with this number if it is still waiting.
    void AwaitBody(std::uint64_t request_number, std::size_t bytes_max, BodyHandler handle);

private:
    enum class Phase : std::uint8_t { kIdle, kHead, kHandling, kBody, kWriting, kDiscarding, kLingering, kClosed };

    // Receives when input is available.
    void Read();
    // Receives available input while the connection wants more.
    void Receive();
    void ReceiveOnce();
    void OnReceived(std::size_t received_bytes);
    void ReadHead();
    void StartRequest();
    void OnHeadComplete(std::size_t length);
    void Handle();
    // A connection over a limit serves one probe, such as /healthz.
    bool IsCrowded() const { return admission_.crowding != Crowding::kNone; }
    // Counts the request of a proxy's client. Returns the limit that it exceeds.
    Crowding TakePlace();
    void RefuseCrowded(Crowding crowding);
    void NoteCrowding(Crowding crowding);
    void NoteRefusal(int status);
    void ReadBody();
    void OnBodyComplete();
    // Counts the memory of a body that has not arrived completely. Returns the limit that it would exceed.
    Crowding CountBodyMemory(std::size_t bytes);
    void RefuseBody(Crowding crowding);
    // Runs a handler. An exception is answered with 500.
    template <class Run>
    void InHandler(Run handle);
    void OnException(std::uint64_t request_number, const std::exception& error);
    // Answers without a handler and closes, because further input cannot be parsed or is not wanted.
    void Refuse(int status, std::string_view code, std::string_view detail);
    void Write(const Response& plain);
    // Sends `output_`, then the rest of the stream.
    void SendOutput();
    // Sends as much as the socket accepts. Returns false if the connection is broken.
    bool SendSome();
    void SendMore();
    void OnSent();
    // Appends the next piece of the stream to `output_`.
    void TakePiece();
    void OnWritten();
    // Reads a body that nobody wanted, up to the next request.
    void DiscardBody();
    void AwaitNextRequest();
    void Linger();
    std::string_view received() const;
    bool WantsContinue() const;
    bool IsBodyUnread() const { return parser_ && !parser_->is_done(); }

    Descriptor socket_;
    IpAddress peer_;
    Loop& loop_;
    const ConnectionSettings& settings_;
    Admission admission_;
    std::optional<ConnectionCounts::Place> request_place_;  // The place of a proxy's client.

    Phase phase_ = Phase::kIdle;
    std::int64_t deadline_ms_ = 0;
    std::uint64_t request_number_ = 0;
    std::string request_id_;
    std::string_view route_;  // The pattern of the matched route, owned by the router.
    boost::beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    Request request_;             // Refers to `parser_`.
    BodyHandler body_handler_;    // Waits for the body.
    std::string body_storage_;    // Reused by the next request to avoid an allocation.
    std::size_t body_bytes_ = 0;  // The memory that CountBodyMemory has counted.
    std::string output_;
    std::size_t sent_ = 0;                // Bytes of `output_` that were sent.
    std::shared_ptr<BodyStream> stream_;  // The rest of a long answer.
    bool reading_ = false;                // The connection wants more input.
    bool readable_ = false;               // The socket may have input. epoll reports it only once.
    bool peer_gone_ = false;
    bool receiving_ = false;
    bool chunked_ = false;
    bool body_over_read_limit_ = false;
    bool head_only_ = false;
    bool close_after_ = false;
    bool unread_input_ = false;  // The client may still be sending input that is not read.
    bool draining_ = false;
    bool in_handler_ = false;
    bool sent_whole_ = false;  // The whole answer was sent by the first call.
    std::size_t lingered_ = 0;
};

}  // namespace fairlead::http
