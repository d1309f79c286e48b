#include "base/net/ip_address.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>

namespace fairlead {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr int kMappedBits = 96;

}  // namespace

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
    // inet_pton stops at a NUL and would accept the text before it.
    if (text.empty() || text.size() >= INET6_ADDRSTRLEN || text.contains('\0')) return std::nullopt;
    std::array<char, INET6_ADDRSTRLEN> terminated{};
    std::ranges::copy(text, terminated.begin());
    IpAddress address;
    if (inet_pton(AF_INET6, terminated.data(), address.bytes.data()) == 1) return address;
    std::ranges::copy(kMappedPrefix, address.bytes.begin());
    if (inet_pton(AF_INET, terminated.data(), address.bytes.data() + kMappedPrefix.size()) == 1) return address;
    return std::nullopt;
}

bool IpAddress::IsV4() const { return std::memcmp(bytes.data(), kMappedPrefix.data(), kMappedPrefix.size()) == 0; }

std::string IpAddress::ToString() const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (IsV4()) {
        inet_ntop(AF_INET, bytes.data() + kMappedPrefix.size(), text.data(), text.size());
    } else {
        inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
    }
    return text.data();
}

std::optional<IpNetwork> IpNetwork::Parse(std::string_view text) {
    const auto slash = text.find('/');
    const auto address = IpAddress::Parse(text.substr(0, slash));
    if (!address) return std::nullopt;
    if (slash == std::string_view::npos) return IpNetwork{*address, 128};
    const std::string_view digits = text.substr(slash + 1);
    int bits = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    const int bits_max = address->IsV4() ? 32 : 128;
    if (error != std::errc() || end != digits.data() + digits.size() || bits < 0 || bits > bits_max)
        return std::nullopt;
    return IpNetwork{*address, address->IsV4() ? bits + kMappedBits : bits};
}

bool IpNetwork::Contains(const IpAddress& candidate) const {
    const auto whole = static_cast<std::size_t>(prefix_bits / 8);
    if (std::memcmp(address.bytes.data(), candidate.bytes.data(), whole) != 0) return false;
    const int rest = prefix_bits % 8;
    if (rest == 0) return true;
    const auto mask = static_cast<std::uint8_t>(0xFF << (8 - rest));
    return ((address.bytes[whole] ^ candidate.bytes[whole]) & mask) == 0;
}

std::string IpNetwork::ToString() const {
    if (prefix_bits == 128) return address.ToString();
    return address.ToString() + "/" + std::to_string(address.IsV4() ? prefix_bits - kMappedBits : prefix_bits);
}

bool IsLoopback(const IpAddress& address) {
    static const IpNetwork kV4 = *IpNetwork::Parse("127.0.0.0/8");
    static const IpNetwork kV6 = *IpNetwork::Parse("::1");
    return kV4.Contains(address) || kV6.Contains(address);
}

IpAddress LimitSubject(const IpAddress& client) {
    IpAddress subject = client;
    if (!client.IsV4()) std::fill(subject.bytes.begin() + 8, subject.bytes.end(), std::uint8_t{0});
    return subject;
}

bool AnyContains(const std::vector<IpNetwork>& networks, const IpAddress& candidate) {
    return std::ranges::any_of(networks, [&](const IpNetwork& network) { return network.Contains(candidate); });
}

}  // namespace fairlead
