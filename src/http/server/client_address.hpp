#pragma once

#include <vector>

#include "base/net/ip_address.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// Whose request this is. Only a trusted proxy may say that it asks for somebody else; of what X-Forwarded-For lists,
// the rightmost address that is not a trusted proxy counts, for all further left could be made up by the client.
IpAddress ClientAddress(const IpAddress& peer, const boost::beast::http::fields& fields,
                        const std::vector<IpNetwork>& trusted_proxies);

// Whether a trusted proxy says in X-Forwarded-Proto that it was asked by https.
bool AskedByHttps(const IpAddress& peer, const boost::beast::http::fields& fields,
                  const std::vector<IpNetwork>& trusted_proxies);

}  // namespace fairlead::http
