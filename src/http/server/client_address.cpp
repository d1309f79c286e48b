#include "http/server/client_address.hpp"

#include <ranges>

#include "base/text/text.hpp"

namespace fairlead::http {

IpAddress ClientAddress(const IpAddress& peer, const boost::beast::http::fields& fields,
                        const std::vector<IpNetwork>& trusted_proxies) {
    if (!AnyContains(trusted_proxies, peer)) return peer;
    std::vector<std::string_view> hops;
    const auto [first, last] = fields.equal_range("X-Forwarded-For");
    for (auto field = first; field != last; ++field) {
        for (const std::string_view hop : SplitTrimmed(field->value(), ',')) hops.push_back(hop);
    }
    IpAddress nearest = peer;
    for (const std::string_view hop : hops | std::views::reverse) {
        const auto address = IpAddress::Parse(hop);
        // Everything to the left of an invalid address is untrusted.
        if (!address) return nearest;
        nearest = *address;
        if (!AnyContains(trusted_proxies, nearest)) return nearest;
    }
    return nearest;
}

bool AskedByHttps(const IpAddress& peer, const boost::beast::http::fields& fields,
                  const std::vector<IpNetwork>& trusted_proxies) {
    if (!AnyContains(trusted_proxies, peer)) return false;
    const auto found = fields.find("X-Forwarded-Proto");
    return found != fields.end() && EqualIgnoringAsciiCase(found->value(), "https");
}

}  // namespace fairlead::http
