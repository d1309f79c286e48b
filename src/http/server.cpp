#include "http/server.hpp"

#include <boost/asio/ip/v6_only.hpp>
#include <unistd.h>

#include "base/host_port.hpp"
#include "telemetry/log.hpp"

namespace fairlead::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;
using ErrorCondition = boost::system::error_code;

constexpr std::string_view kBusy =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";
constexpr auto kAcceptPause = std::chrono::milliseconds(50);

IpAddress PeerOf(const tcp::socket& socket) {
    ErrorCondition error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return {};
    return IpAddress::Parse(endpoint.address().to_string()).value_or(IpAddress());
}

IpAddress PeerOf(const asio::local::stream_protocol::socket&) { return *IpAddress::Parse("127.0.0.1"); }

void Configure(tcp::socket& socket) {
    ErrorCondition ignored;
    socket.set_option(tcp::no_delay(true), ignored);
}
void Configure(asio::local::stream_protocol::socket&) {}

std::unexpected<Error> CannotListen(const std::string& where, const ErrorCondition& error) {
    return Fail(ErrorCode::kUnavailable, "cannot listen on " + where + ": " + error.message());
}

// Sockets that share a port do not notice another program on it: one that shares nothing finds out.
ErrorCondition ProbePort(asio::io_context& context, const tcp::endpoint& endpoint) {
    ErrorCondition error;
    tcp::acceptor probe(context);
    probe.open(endpoint.protocol(), error);
    if (!error) probe.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) probe.bind(endpoint, error);
    if (!error) probe.listen(1, error);
    return error;
}

ErrorCondition OpenShared(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
    ErrorCondition error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.set_option(ReusePort(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    return error;
}

}  // namespace

Server::Server(const ServerOptions& options, telemetry::Metrics& metrics) : options_(options), metrics_(metrics) {
    const std::size_t count = std::min(options.io_threads, kLoopsMax);
    for (std::size_t i = 0; i < count; ++i) loops_.push_back(std::make_unique<LoopState>(i));
}

Server::~Server() { Stop(); }

Result<std::string> Server::ListenTcp(const std::string& address, Spread spread, const ConnectionSettings& settings) {
    const auto wanted = HostPort::Parse(address);
    if (!wanted) return std::unexpected(wanted.error());
    ErrorCondition error;
    tcp::resolver resolver(loops_.front()->loop.context());
    const auto resolved = resolver.resolve(wanted->host, std::to_string(wanted->port), error);
    if (error || resolved.empty()) return CannotListen(address, error);
    tcp::endpoint endpoint = resolved.begin()->endpoint();
    if (endpoint.port() != 0) error = ProbePort(loops_.front()->loop.context(), endpoint);
    if (error) return CannotListen(address, error);

    const std::size_t count = spread == Spread::kAllLoops ? loops_.size() : 1;
    for (std::size_t i = 0; i < count; ++i) {
        TcpAcceptor acceptor(loops_[i]->loop.context());
        error = OpenShared(acceptor, endpoint);
        if (error) return CannotListen(address, error);
        endpoint = acceptor.local_endpoint();  // The first decides which port 0 means.
        loops_[i]->tcp.emplace_back(std::move(acceptor), &settings);
    }
    const bool v6 = endpoint.address().is_v6();
    const std::string host = v6 ? "[" + endpoint.address().to_string() + "]" : endpoint.address().to_string();
    return host + ":" + std::to_string(endpoint.port());
}

Status Server::ListenLocal(const std::string& path, const ConnectionSettings& settings) {
    unlink(path.c_str());
    ErrorCondition error;
    LocalAcceptor acceptor(loops_.front()->loop.context());
    try {
        acceptor.open();
        acceptor.bind(asio::local::stream_protocol::endpoint(path), error);
        if (!error) acceptor.listen(16, error);
    } catch (const boost::system::system_error& too_long) {
        error = too_long.code();
    }
    if (error) return CannotListen(path, error);
    local_path_ = path;
    loops_.front()->local.emplace_back(std::move(acceptor), &settings);
    return {};
}

void Server::Start() {
    running_ = true;
    for (auto& state : loops_) {
        for (auto& [acceptor, settings] : state->tcp) Accept(*state, acceptor, *settings);
        for (auto& [acceptor, settings] : state->local) Accept(*state, acceptor, *settings);
        state->thread = std::thread([&state] { state->loop.Run(); });
    }
}

template <class Acceptor>
void Server::Accept(LoopState& state, Acceptor& acceptor, const ConnectionSettings& settings) {
    acceptor.async_accept([this, &state, &acceptor, &settings](const ErrorCondition& error, auto socket) {
        if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
        if (!error) {
            Take(state, std::move(socket), settings);
            return Accept(state, acceptor, settings);
        }
        // Out of descriptors: the next attempt waits, or it would spin.
        auto pause = std::make_shared<asio::steady_timer>(state.loop.context(), kAcceptPause);
        pause->async_wait([this, &state, &acceptor, &settings, pause](const ErrorCondition&) {
            if (acceptor.is_open()) Accept(state, acceptor, settings);
        });
    });
}

template <class AcceptedSocket>
void Server::Take(LoopState& state, AcceptedSocket socket, const ConnectionSettings& settings) {
    if (metrics_.connections_open.Value() >= static_cast<double>(options_.connections_max)) {
        metrics_.connections_refused.Increment();
        ErrorCondition ignored;
        socket.non_blocking(true, ignored);
        socket.write_some(asio::buffer(kBusy), ignored);
        return;
    }
    Configure(socket);
    const IpAddress peer = PeerOf(socket);
    std::make_shared<Connection>(Socket(std::move(socket)), peer, state.loop, settings)->Start();
}

void Server::StopAccepting(LoopState& state) {
    ErrorCondition error;
    for (auto& [acceptor, settings] : state.tcp) {
        // What the kernel has already accepted for us is still served.
        acceptor.non_blocking(true, error);
        for (std::size_t i = 0; i < options_.connections_max; ++i) {
            auto socket = acceptor.accept(error);
            if (error) break;
            Take(state, std::move(socket), *settings);
        }
        acceptor.close(error);
    }
    for (auto& [acceptor, settings] : state.local) acceptor.close(error);
}

void Server::Stop() {
    if (!running_) return;
    running_ = false;
    for (auto& state : loops_) {
        state->loop.Post([this, &state] {
            StopAccepting(*state);
            state->loop.Drain();
            auto late = std::make_shared<asio::steady_timer>(state->loop.context(),
                                                             std::chrono::milliseconds(options_.drain_timeout_ms));
            late->async_wait([&state, late](const ErrorCondition&) {
                telemetry::LogWarn("some requests did not finish before the drain timeout");
                state->loop.CloseAll();
            });
        });
    }
    for (auto& state : loops_) state->thread.join();
    if (!local_path_.empty()) unlink(local_path_.c_str());
}

}  // namespace fairlead::http
