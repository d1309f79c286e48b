#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead {

// An IPv4 or IPv6 address. An IPv4 address is stored in its IPv6-mapped form, so both spellings are equal.
struct IpAddress {
    std::array<std::uint8_t, 16> bytes{};

    static std::optional<IpAddress> Parse(std::string_view text);

    bool IsV4() const;
    std::string ToString() const;
    auto operator<=>(const IpAddress&) const = default;
};

// A network in CIDR form. A single address is a network with one address.
struct IpNetwork {
    IpAddress address;
    int prefix_bits = 128;  // Of the IPv6 form.

    static std::optional<IpNetwork> Parse(std::string_view text);

    bool Contains(const IpAddress& candidate) const;
    std::string ToString() const;
    bool operator==(const IpNetwork&) const = default;
};

// Whether the address is one of this machine: 127.0.0.0/8 or ::1.
bool IsLoopback(const IpAddress& address);

// The address that limits count for a client. Only the first half of an IPv6 address counts: a client controls the
// other half and could change it with every request.
IpAddress LimitSubject(const IpAddress& client);

bool AnyContains(const std::vector<IpNetwork>& networks, const IpAddress& candidate);

}  // namespace fairlead
