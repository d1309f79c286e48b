#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "http/server/listener.hpp"

namespace fairlead::http {

struct ServerOptions {
    std::size_t io_threads = 1;
    std::size_t connections_max = 10'000;
    std::int64_t drain_timeout_ms = 10'000;
};

// Listens and runs the loops: one thread each, and on TCP one listener each on the same port, so that no connection
// ever changes its thread.
class Server {
public:
    explicit Server(const ServerOptions& options);
    ~Server();

    // Listens on "HOST:PORT" with every loop, for everybody, or with the first alone, for those who look after the
    // service: for them as on a local socket there is room when all connections are taken. Port 0 picks a free one.
    // Answers "HOST:PORT" as it is. The settings must outlive the server.
    enum class Spread : std::uint8_t { kAllLoops, kFirstLoop };
    Result<std::string> ListenTcp(const std::string& address, Spread spread, const ConnectionSettings& settings);
    // Listens on a local socket. Who may use it is decided by the umask.
    Status ListenLocal(const std::string& path, const ConnectionSettings& settings);

    void Start();
    // Stops accepting, lets what is under way finish within the drain timeout, closes the rest, ends the threads.
    void Stop();

private:
    struct LoopState {
        explicit LoopState(std::size_t number) : loop(number) {}

        Loop loop;
        std::vector<std::unique_ptr<Listener>> listeners;
        std::thread thread;
    };

    Status AddListener(LoopState& state, Descriptor socket, const ConnectionSettings& settings,
                       std::size_t connections_max);

    ServerOptions options_;
    std::vector<std::unique_ptr<LoopState>> loops_;
    std::string local_path_;
    bool running_ = false;
};

}  // namespace fairlead::http
