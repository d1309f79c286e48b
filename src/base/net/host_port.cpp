#include "base/net/host_port.hpp"

#include <charconv>

namespace fairlead {

Result<HostPort> HostPort::Parse(const std::string& address) {
    const auto colon = address.rfind(':');
    const auto wrong =
        Fail(ErrorCode::kInvalidValue,
             "must be an address of the form HOST:PORT, with a port up to 65535, not \"" + address + "\"");
    if (colon == std::string::npos || colon == 0) return wrong;
    std::string host = address.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    std::uint16_t port = 0;
    const char* begin = address.data() + colon + 1;
    const char* end = address.data() + address.size();
    const auto [stop, error] = std::from_chars(begin, end, port);
    if (host.empty() || begin == end || stop != end || error != std::errc()) return wrong;
    return HostPort{std::move(host), port};
}

}  // namespace fairlead
