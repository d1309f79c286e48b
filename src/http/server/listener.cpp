#include "http/server/listener.hpp"

#include <cerrno>
#include <cstring>
#include <memory>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "base/net/host_port.hpp"

namespace fairlead::http {
namespace {

// At most this many connections over the limit are open on a loop. The oldest makes room for the newest. A flood can
// stop a probe only if it is faster than the probe, which sends its request at once.
constexpr std::size_t kCrowdedMax = 32;
// After this many new connections, other connections of the loop get their turn.
constexpr int kAcceptsAtOnce = 256;
constexpr int kLocalBacklog = 16;

std::unexpected<Error> CannotListen(const std::string& where, const char* reason) {
    return Fail(ErrorCode::kUnavailable, "cannot listen on " + where + ": " + reason + ". Choose another address.");
}

std::unexpected<Error> CannotListen(const std::string& where) { return CannotListen(where, std::strerror(errno)); }

// The address of the peer. A local socket counts as loopback.
IpAddress AddressOf(const sockaddr_storage& from) {
    IpAddress address = *IpAddress::Parse("127.0.0.1");
    if (from.ss_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &from, sizeof(v4));
        std::memcpy(address.bytes.data() + 12, &v4.sin_addr, 4);
    } else if (from.ss_family == AF_INET6) {
        sockaddr_in6 v6{};
        std::memcpy(&v6, &from, sizeof(v6));
        std::memcpy(address.bytes.data(), &v6.sin6_addr, 16);
    }
    return address;
}

bool SetOn(const Descriptor& socket, int level, int option) {
    const int on = 1;
    return setsockopt(socket.number(), level, option, &on, sizeof(on)) == 0;
}

struct AddressesCloser {
    void operator()(addrinfo* addresses) const { freeaddrinfo(addresses); }
};
using Addresses = std::unique_ptr<addrinfo, AddressesCloser>;

// Opens a listening socket. With `shared` false, opening fails if another program uses the port. Shared sockets cannot
// detect that.
Descriptor OpenTcp(const addrinfo& where, bool shared) {
    Descriptor socket(::socket(where.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    const bool listening = socket.is_open() && SetOn(socket, SOL_SOCKET, SO_REUSEADDR) &&
                           (!shared || SetOn(socket, SOL_SOCKET, SO_REUSEPORT)) &&
                           // Accepted sockets inherit this option.
                           SetOn(socket, IPPROTO_TCP, TCP_NODELAY) &&
                           bind(socket.number(), where.ai_addr, where.ai_addrlen) == 0 &&
                           listen(socket.number(), SOMAXCONN) == 0;
    return listening ? std::move(socket) : Descriptor();
}

std::string BoundAddress(const Descriptor& socket) {
    sockaddr_storage bound{};
    socklen_t size = sizeof(bound);
    getsockname(socket.number(), reinterpret_cast<sockaddr*>(&bound), &size);
    char host[NI_MAXHOST];
    char port[NI_MAXSERV];
    getnameinfo(reinterpret_cast<sockaddr*>(&bound), size, host, sizeof(host), port, sizeof(port),
                NI_NUMERICHOST | NI_NUMERICSERV);
    const bool v6 = bound.ss_family == AF_INET6;
    return (v6 ? "[" + std::string(host) + "]" : std::string(host)) + ":" + port;
}

}  // namespace

Result<TcpSocket> ListenOnTcp(const std::string& address, PortUse use) {
    const auto wanted = TRY(HostPort::Parse(address));
    const addrinfo hints{.ai_flags = AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
    addrinfo* found = nullptr;
    const int failed = getaddrinfo(wanted.host.c_str(), std::to_string(wanted.port).c_str(), &hints, &found);
    if (failed != 0) return CannotListen(address, gai_strerror(failed));
    const Addresses addresses(found);
    if (use == PortUse::kFirst && wanted.port != 0 && !OpenTcp(*addresses, false).is_open())
        return CannotListen(address);
    Descriptor socket = OpenTcp(*addresses, true);
    if (!socket.is_open()) return CannotListen(address);
    std::string bound = BoundAddress(socket);
    return TcpSocket{std::move(socket), std::move(bound)};
}

Result<Descriptor> ListenOnLocal(const std::string& path) {
    sockaddr_un where{.sun_family = AF_UNIX, .sun_path = {}};
    if (path.size() >= sizeof(where.sun_path)) return CannotListen(path, "the path is too long");
    std::memcpy(where.sun_path, path.data(), path.size());
    unlink(path.c_str());
    Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!socket.is_open() || bind(socket.number(), reinterpret_cast<const sockaddr*>(&where), sizeof(where)) != 0 ||
        listen(socket.number(), kLocalBacklog) != 0) {
        return CannotListen(path);
    }
    return socket;
}

Listener::Listener(Descriptor socket, Loop& loop, const ConnectionSettings& settings)
    : socket_(std::move(socket)), loop_(loop), settings_(settings) {}

bool Listener::Start() {
    loop_.OnSweep([this] {
        if (paused_) Accept();
    });
    return loop_.Watch(socket_, *this);
}

void Listener::OnReady(std::uint32_t) { Accept(); }

void Listener::Accept() {
    if (AcceptSome()) loop_.Defer([this] { Accept(); });
}

bool Listener::AcceptSome() {
    paused_ = false;
    for (int i = 0; i < kAcceptsAtOnce && socket_.is_open(); ++i) {
        sockaddr_storage from{};
        socklen_t size = sizeof(from);
        Descriptor socket(
            accept4(socket_.number(), reinterpret_cast<sockaddr*>(&from), &size, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (socket.is_open()) {
            Take(std::move(socket), AddressOf(from));
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
        // Any other error concerns only this connection.
        paused_ = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        if (paused_) return false;
    }
    return socket_.is_open();
}

void Listener::Take(Descriptor socket, const IpAddress& peer) {
    Admission admission = Admit(settings_.counts, peer, AnyContains(settings_.trusted_proxies, peer));
    const bool crowded = admission.crowding != Crowding::kNone;
    if (crowded) MakeRoomForProbe();
    auto connection = std::make_shared<Connection>(std::move(socket), peer, loop_, settings_, std::move(admission));
    if (crowded) crowded_.push_back(connection);
    connection->Start();
}

void Listener::MakeRoomForProbe() {
    std::erase_if(crowded_, [](const std::weak_ptr<Connection>& entry) {
        const auto connection = entry.lock();
        return !connection || connection->IsClosed();
    });
    if (crowded_.size() < kCrowdedMax) return;
    if (const auto oldest = crowded_.front().lock()) oldest->Evict();
    crowded_.pop_front();
}

void Listener::Stop() {
    // The limit ends the loop even if new connections keep arriving.
    const std::size_t most = settings_.counts.total_max();
    for (std::size_t taken = 0; taken < most && AcceptSome(); taken += kAcceptsAtOnce) {
    }
    socket_.Close();
}

}  // namespace fairlead::http
