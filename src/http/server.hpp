#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "base/result.hpp"
#include "http/connection.hpp"
#include "http/loop.hpp"

namespace fairlead::http {

struct ServerOptions {
    std::size_t io_threads = 1;
    std::size_t connections_max = 10'000;
    std::int64_t drain_timeout_ms = 10'000;
};

// Listens and runs the loops: one thread each, and on TCP one acceptor each on the same port, so that no connection
// ever changes its thread.
class Server {
public:
    Server(const ServerOptions& options, telemetry::Metrics& metrics);
    ~Server();

    // Listens on "HOST:PORT" with every loop, or with the first alone; port 0 picks a free one. Answers "HOST:PORT" as
    // it is. The settings must outlive the server.
    enum class Spread : std::uint8_t { kAllLoops, kFirstLoop };
    Result<std::string> ListenTcp(const std::string& address, Spread spread, const ConnectionSettings& settings);
    // Listens on a local socket. Who may use it is decided by the umask.
    Status ListenLocal(const std::string& path, const ConnectionSettings& settings);

    void Start();
    // Stops accepting, lets what is under way finish within the drain timeout, closes the rest, ends the threads.
    void Stop();

private:
    using TcpAcceptor = boost::asio::ip::tcp::acceptor;
    using LocalAcceptor = boost::asio::local::stream_protocol::acceptor;

    struct LoopState {
        explicit LoopState(std::size_t number) : loop(number) {}

        Loop loop;
        std::vector<std::pair<TcpAcceptor, const ConnectionSettings*>> tcp;
        std::vector<std::pair<LocalAcceptor, const ConnectionSettings*>> local;
        std::thread thread;
    };

    template <class Acceptor>
    void Accept(LoopState& state, Acceptor& acceptor, const ConnectionSettings& settings);
    template <class AcceptedSocket>
    void Take(LoopState& state, AcceptedSocket socket, const ConnectionSettings& settings);
    void StopAccepting(LoopState& state);

    ServerOptions options_;
    telemetry::Metrics& metrics_;
    std::vector<std::unique_ptr<LoopState>> loops_;
    std::string local_path_;
    bool running_ = false;
};

}  // namespace fairlead::http
