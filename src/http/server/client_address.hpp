#pragma once

#include <vector>

#include "base/net/ip_address.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The address of the client. X-Forwarded-For counts only if the peer is a trusted proxy. Then the client is the
// rightmost address that is not a trusted proxy, because a client can invent everything to the left of it.
IpAddress ClientAddress(const IpAddress& peer, const boost::beast::http::fields& fields,
                        const std::vector<IpNetwork>& trusted_proxies);

// Whether a trusted proxy reports in X-Forwarded-Proto that the client used https.
bool AskedByHttps(const IpAddress& peer, const boost::beast::http::fields& fields,
                  const std::vector<IpNetwork>& trusted_proxies);

}  // namespace fairlead::http
