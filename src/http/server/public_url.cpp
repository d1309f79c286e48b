#include "http/server/public_url.hpp"

#include <algorithm>

namespace fairlead::http {
namespace {

// Whether the text is a host with or without a port. In a URL, any other text could lead to another site.
bool IsHost(std::string_view text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' ||
               c == '_' || c == ':' || c == '[' || c == ']';
    };
    return !text.empty() && std::ranges::all_of(text, plain);
}

}  // namespace

std::string ApiUrl(const std::string& public_url, const Request& request) {
    if (!public_url.empty()) return public_url + std::string(kBasePath);
    const std::string_view host = request.Header("Host");
    std::string url(request.asked_by_https ? "https://" : "http://");
    return url.append(IsHost(host) ? host : "localhost").append(kBasePath);
}

}  // namespace fairlead::http
