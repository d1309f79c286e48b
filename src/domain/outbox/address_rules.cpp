#include "domain/outbox/address_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace fairlead::outbox {
namespace {

// The registries of special addresses (RFC 6890 and its updates).
constexpr std::array<std::string_view, 27> kClosed{
    "0.0.0.0/8",      "10.0.0.0/8",   "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24",   "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",  "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/4",  "240.0.0.0/4",    "::/128",         "::1/128",        "64:ff9b:1::/48",
    "100::/64",       "2001::/23",    "2001:db8::/32",  "3fff::/20",      "5f00::/16",      "fc00::/7",
    "fe80::/10",      "fec0::/10",    "ff00::/8"};

const std::vector<IpNetwork>& ClosedNetworks() {
    static const std::vector<IpNetwork> kNetworks = [] {
        std::vector<IpNetwork> networks;
        for (const std::string_view text : kClosed) networks.push_back(*IpNetwork::Parse(text));
        return networks;
    }();
    return kNetworks;
}

constexpr std::string_view kRefusalStart = "the address ";
constexpr std::string_view kRefusalEnd = "belongs to a private network";

IpAddress MappedV4(const std::array<std::uint8_t, 4>& v4) {
    IpAddress address;
    address.bytes[10] = address.bytes[11] = 0xFF;
    std::ranges::copy(v4, address.bytes.begin() + 12);
    return address;
}

std::array<std::uint8_t, 4> FourAt(const IpAddress& address, std::size_t first) {
    return {address.bytes[first], address.bytes[first + 1], address.bytes[first + 2], address.bytes[first + 3]};
}

// The IPv4 address that a gateway would connect to: in ::a.b.c.d, ::ffff:0:a.b.c.d (SIIT), 64:ff9b::a.b.c.d
// (NAT64) and 2002:a.b.c.d:: (6to4).
std::optional<IpAddress> InnerV4(const IpAddress& address) {
    static const IpNetwork kCompatible = *IpNetwork::Parse("::/96");
    static const IpNetwork kTranslated = *IpNetwork::Parse("::ffff:0:0:0/96");
    static const IpNetwork kNat64 = *IpNetwork::Parse("64:ff9b::/96");
    static const IpNetwork k6to4 = *IpNetwork::Parse("2002::/16");
    if (kCompatible.Contains(address) || kTranslated.Contains(address) || kNat64.Contains(address)) {
        return MappedV4(FourAt(address, 12));
    }
    if (k6to4.Contains(address)) return MappedV4(FourAt(address, 2));
    return std::nullopt;
}

}  // namespace

bool MayConnectTo(const IpAddress& address, const std::vector<IpNetwork>& allowed) {
    if (AnyContains(allowed, address)) return true;
    if (AnyContains(ClosedNetworks(), address)) return false;
    const auto inner = InnerV4(address);
    return !inner || MayConnectTo(*inner, allowed);
}

std::string RefusedAddress(std::string_view address) {
    return std::string(kRefusalStart).append(address).append(" ").append(kRefusalEnd);
}

std::string HideRefusedAddress(std::string_view text) {
    const std::size_t start = text.rfind(kRefusalStart);
    if (start == std::string_view::npos || !text.ends_with(kRefusalEnd)) return std::string(text);
    return std::string(text.substr(0, start + kRefusalStart.size())).append(kRefusalEnd);
}

}  // namespace fairlead::outbox
