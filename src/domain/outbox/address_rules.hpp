#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/net/ip_address.hpp"

namespace fairlead::outbox {

// Whether a message may be sent to this address. Private, loopback, link-local, multicast and reserved addresses would
// lead into the operator's own network, or to a cloud's metadata, so they are refused, also in the IPv6 forms of IPv4
// addresses. `allowed` are the exceptions (the setting outbox_allow_networks).
bool MayConnectTo(const IpAddress& address, const std::vector<IpNetwork>& allowed);

// The error of a message whose receiver has an address that is refused.
std::string RefusedAddress(std::string_view address);
// Removes the address from a text that ends with such an error. Other texts do not change. Affiliates get only the text
// without it: they could use the address to look up names in the operator's network.
std::string HideRefusedAddress(std::string_view text);

}  // namespace fairlead::outbox
