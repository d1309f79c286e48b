#pragma once

#include <vector>

#include "base/net/ip_address.hpp"

namespace fairlead::outbox {

// Whether a message may be sent to this address. Private, loopback, link-local, multicast and reserved addresses would
// lead into the operator's own network, or to a cloud's metadata, so they are refused, also in the IPv6 forms of IPv4
// addresses. `allowed` are the exceptions (the setting outbox_allow_networks).
bool MayConnectTo(const IpAddress& address, const std::vector<IpNetwork>& allowed);

}  // namespace fairlead::outbox
