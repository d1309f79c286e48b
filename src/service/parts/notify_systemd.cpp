#include "service/parts/notify_systemd.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "telemetry/log.hpp"

namespace fairlead::service {

void NotifySystemd(std::string_view state) {
    const char* named = std::getenv("NOTIFY_SOCKET");
    if (named == nullptr) return;
    const std::string_view path(named);
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    if (path.empty() || path.size() >= sizeof address.sun_path) return;
    std::memcpy(address.sun_path, path.data(), path.size());
    // In an abstract address, @ stands for a leading zero byte.
    if (path.front() == '@') address.sun_path[0] = '\0';

    const int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    if (file < 0 ||
        sendto(file, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<sockaddr*>(&address), size) < 0) {
        telemetry::LogWarn("cannot notify systemd", {{"reason", std::string_view(std::strerror(errno))}});
    }
    if (file >= 0) close(file);
}

}  // namespace fairlead::service
