#pragma once

#include <string>

#include "base/result.hpp"
#include "http/server/connection.hpp"
#include "http/server/loop.hpp"

namespace fairlead::http {

// Accepts connections for one loop, and refuses those beyond the limit. Belongs to the loop's thread once it is
// started.
class Listener final : public Watcher {
public:
    // The socket listens already; the settings must outlive the listener.
    Listener(Descriptor socket, Loop& loop, const ConnectionSettings& settings, std::size_t connections_max);

    // Before the loop runs.
    bool Start();
    // Serves what the system has already accepted for us, and no more.
    void Stop();

    void OnReady(std::uint32_t events) override;

private:
    void Accept();
    // Takes in a turn's share of those who wait. Whether more of them may wait.
    bool AcceptSome();
    void Take(Descriptor socket, const IpAddress& peer);

    Descriptor socket_;
    Loop& loop_;
    const ConnectionSettings& settings_;
    const std::size_t connections_max_;
    bool paused_ = false;  // Out of descriptors: the next sweep tries again.
};

// A socket that listens on TCP, and where: "HOST:PORT" as it is.
struct TcpSocket {
    Descriptor socket;
    std::string address;
};
// The sockets of several loops share their port. The first of them fails where another program has it.
enum class PortUse : std::uint8_t { kFirst, kShared };
// On "HOST:PORT"; port 0 picks a free one.
Result<TcpSocket> ListenOnTcp(const std::string& address, PortUse use);
// In the place of a socket that is left there.
Result<Descriptor> ListenOnLocal(const std::string& path);

}  // namespace fairlead::http
