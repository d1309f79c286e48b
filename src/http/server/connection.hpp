#pragma once

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/beast/core/flat_buffer.hpp>

#include "http/server/head.hpp"
#include "http/server/loop.hpp"
#include "http/server/router.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::http {

// What all connections of a listener have in common. Outlives them.
struct ConnectionSettings {
    const Router& router;
    telemetry::Metrics& metrics;
    std::vector<IpNetwork> trusted_proxies;
    std::int64_t request_timeout_ms = 30'000;
    std::int64_t idle_timeout_ms = 60'000;
};

// One client's connection: reads a request, has it answered, writes the answer, and so on in order. Each request has
// one absolute deadline from its first byte. Lives on its loop's thread; alive until it is closed, and while a
// Responder holds it.
class Connection final : public Watcher, public std::enable_shared_from_this<Connection> {
public:
    Connection(Descriptor socket, const IpAddress& peer, Loop& loop, const ConnectionSettings& settings);
    ~Connection();

    void Start();
    void Close();
    void OnReady(std::uint32_t events) override;
    // Closes after what is under way; at once when nothing is.
    void Drain();

    std::int64_t deadline_ms() const { return deadline_ms_; }
    void OnDeadline();

    Loop& loop() { return loop_; }
    // Answers the request with this number, if it still waits.
    void Respond(std::uint64_t request_number, const Response& response);
    // Answers with what `make` makes, or with 500 when it throws.
    void RespondFrom(std::uint64_t request_number, std::move_only_function<Response()>& make);
    // Goes on with handling the request with this number, if it still waits.
    void Continue(std::uint64_t request_number, std::move_only_function<void(Responder)>& handle);

private:
    enum class Phase : std::uint8_t { kIdle, kHead, kBody, kHandling, kWriting, kLingering, kClosed };

    // Goes on when more has arrived.
    void Read();
    // Takes what has arrived for as long as it is wanted.
    void Receive();
    void ReceiveOnce();
    void OnReceived(std::size_t received_bytes);
    void ReadHead();
    void StartRequest();
    void OnHeadComplete(std::size_t length);
    void ReadBody();
    void Handle();
    // Runs a handler; what it throws is answered.
    template <class Run>
    void InHandler(Run handle);
    void OnException(std::uint64_t request_number, const std::exception& error);
    // Answers by itself and closes: the rest of what the client sends cannot be trusted or is not wanted.
    void Refuse(int status, std::string_view code, std::string_view detail);
    void Write(const Response& response);
    // Sends what is in `output_`, and goes on with the rest of a stream when that has left.
    void SendOutput();
    // Sends what the socket takes. False when the connection is broken.
    bool SendSome();
    void SendMore();
    void OnSent();
    // Puts the next piece of the stream into `output_`.
    void TakePiece();
    void OnWritten();
    void Linger();
    std::string_view received() const;
    bool WantsContinue() const;

    Descriptor socket_;
    IpAddress peer_;
    Loop& loop_;
    const ConnectionSettings& settings_;

    Phase phase_ = Phase::kIdle;
    std::int64_t deadline_ms_ = 0;
    std::uint64_t request_number_ = 0;
    std::string request_id_;
    std::string_view route_;  // The pattern that the request matched, owned by the router.
    boost::beast::flat_buffer buffer_;
    std::optional<Parser> parser_;
    std::string body_storage_;  // Passed from request to request to keep its memory.
    std::string output_;
    std::size_t sent_ = 0;                // Of `output_`.
    std::shared_ptr<BodyStream> stream_;  // What is left to send of a long answer.
    bool reading_ = false;                // More is wanted.
    bool readable_ = false;               // There may be more: the socket says so only once.
    bool peer_gone_ = false;
    bool receiving_ = false;
    bool chunked_ = false;
    bool head_only_ = false;
    bool close_after_ = false;
    bool unread_input_ = false;  // The client may still be sending what will not be read.
    bool draining_ = false;
    bool in_handler_ = false;
    bool sent_whole_ = false;  // The answer that is being written has left at once.
    std::size_t lingered_ = 0;
};

}  // namespace fairlead::http
