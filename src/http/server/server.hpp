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
    std::int64_t drain_timeout_ms = 10'000;
};

// Runs the loops, one thread each. Each loop has its own TCP listener on the shared port, so that a connection never
// changes its thread.
class Server {
public:
    explicit Server(const ServerOptions& options);
    ~Server();

    // Listens on "HOST:PORT" and returns the actual address; port 0 picks a free port. A public listener uses all
    // loops. A listener for administration uses the first loop.
    // The settings must outlive the server.
    enum class Spread : std::uint8_t { kAllLoops, kFirstLoop };
    Result<std::string> ListenTcp(const std::string& address, Spread spread, const ConnectionSettings& settings);
    // Listens on a local socket. The umask decides who may use it.
    Status ListenLocal(const std::string& path, const ConnectionSettings& settings);

    void Start();
    // Stops accepting, lets running requests finish within the drain timeout, closes the other connections and joins
    // the threads.
    void Stop();

private:
    struct LoopState {
        explicit LoopState(std::size_t number) : loop(number) {}

        Loop loop;
        std::vector<std::unique_ptr<Listener>> listeners;
        std::thread thread;
    };

    Status AddListener(LoopState& state, Descriptor socket, const ConnectionSettings& settings);

    ServerOptions options_;
    std::vector<std::unique_ptr<LoopState>> loops_;
    std::string local_path_;
    bool running_ = false;
};

}  // namespace fairlead::http
