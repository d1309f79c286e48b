#pragma once

#include <deque>
#include <memory>
#include <string>

#include "base/result.hpp"
#include "http/server/connection.hpp"
#include "http/server/loop.hpp"

namespace fairlead::http {

// Accepts connections for one loop. Connections over the limit are accepted for a moment: one of them may be a probe of
// the monitoring. Used only on the loop's thread after Start.
class Listener final : public Watcher {
public:
    // The socket is already listening. The settings must outlive the listener.
    Listener(Descriptor socket, Loop& loop, const ConnectionSettings& settings);

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
    // Closes the oldest connection over the limit if there are too many of them.
    void MakeRoomForProbe();

    Descriptor socket_;
    Loop& loop_;
    const ConnectionSettings& settings_;
    // Connections over the limit, oldest first. They may only ask whether the service runs.
    std::deque<std::weak_ptr<Connection>> crowded_;
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
