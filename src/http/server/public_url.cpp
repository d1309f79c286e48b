#include "http/server/public_url.hpp"

#include "http/framing/head.hpp"

namespace fairlead::http {

std::string ApiUrl(const std::string& public_url, const Request& request) {
    if (!public_url.empty()) return public_url + std::string(kBasePath);
    const std::string_view host = request.Header("Host");
    std::string url(request.asked_by_https ? "https://" : "http://");
    return url.append(IsHost(host) ? host : "localhost").append(kBasePath);
}

}  // namespace fairlead::http
