#pragma once

#include <cstdint>
#include <optional>

#include "http/admission/connection_counts.hpp"

namespace fairlead::http {

// The limit that a connection exceeds.
enum class Crowding : std::uint8_t { kNone, kTotal, kAddress };

// The places that a connection has taken. A connection that exceeds a limit has none: it may only ask whether the
// service runs.
struct Admission {
    Crowding crowding = Crowding::kNone;
    std::optional<ConnectionCounts::Place> total;
    std::optional<ConnectionCounts::Place> address;  // Empty for a proxy, where each request has its own client.
};

// Decides about a new connection.
Admission Admit(ConnectionCounts& counts, const IpAddress& peer, bool is_proxy);

}  // namespace fairlead::http
