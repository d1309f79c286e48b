#pragma once

#include <string>

#include "base/result.hpp"
#include "http/server/connection.hpp"
#include "http/server/loop.hpp"

namespace fairlead::http {

// Accepts connections for one loop and refuses connections over the limit. Used only on the loop's thread after Start.
class Listener final : public Watcher {
public:
    // The socket is already listening. The settings must outlive the listener.
    Listener(Descriptor socket, Loop& loop, const ConnectionSettings& settings, std::size_t connections_max);

    // Must be called before the loop runs.
    bool Start();
    // Serves the connections that the system has already accepted, and closes the socket.
    void Stop();

    void OnReady(std::uint32_t events) override;

private:
    void Accept();
    // Accepts a limited number of connections. Returns whether more may be waiting.
    bool AcceptSome();
    void Take(Descriptor socket, const IpAddress& peer);

    Descriptor socket_;
    Loop& loop_;
    const ConnectionSettings& settings_;
    const std::size_t connections_max_;
    bool paused_ = false;  // The system is out of descriptors or memory. The next sweep tries again.
};

// A listening TCP socket and its actual "HOST:PORT".
struct TcpSocket {
    Descriptor socket;
    std::string address;
};
// The sockets of several loops share one port. The first one fails if another program uses the port.
enum class PortUse : std::uint8_t { kFirst, kShared };
// Listens on "HOST:PORT". Port 0 picks a free port.
Result<TcpSocket> ListenOnTcp(const std::string& address, PortUse use);
// Listens on a local socket. Replaces a socket that a previous process left.
Result<Descriptor> ListenOnLocal(const std::string& path);

}  // namespace fairlead::http
