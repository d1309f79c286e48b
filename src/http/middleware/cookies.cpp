#include "http/middleware/cookies.hpp"

#include "base/net/ip_address.hpp"
#include "base/text/text.hpp"

namespace fairlead::http {
namespace {

constexpr std::string_view kName = "__Host-fairlead";
constexpr std::string_view kLoopbackName = "fairlead";

// The host without its port: "::1" for "[::1]:8080".
std::string_view HostName(std::string_view host) {
    if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
    return host.substr(0, host.find(':'));
}

bool IsLoopbackHost(std::string_view host) {
    const std::string_view name = HostName(host);
    if (name == "localhost" || name.ends_with(".localhost")) return true;
    const auto address = IpAddress::Parse(name);
    return address && IsLoopback(*address);
}

// Whether the service is used without https. Any other host has https: browsers store no `__Host-` cookie without it.
bool IsPlainLoopback(const Request& request) {
    return !request.asked_by_https && IsLoopbackHost(request.Header("Host"));
}

std::string Cookie(const Request& request, std::string_view token, std::int64_t seconds) {
    std::string cookie(SessionCookieName(request));
    cookie.append("=")
        .append(token)
        .append("; Path=/; HttpOnly; SameSite=Lax; Max-Age=")
        .append(std::to_string(seconds));
    if (!IsPlainLoopback(request)) cookie.append("; Secure");
    return cookie;
}

}  // namespace

std::string_view SessionCookieName(const Request& request) { return IsPlainLoopback(request) ? kLoopbackName : kName; }

std::string_view SessionToken(const Request& request) {
    const std::string_view wanted = SessionCookieName(request);
    for (const std::string_view pair : SplitTrimmed(request.Header("Cookie"), ';')) {
        const auto equals = pair.find('=');
        if (equals != std::string_view::npos && pair.substr(0, equals) == wanted) return pair.substr(equals + 1);
    }
    return {};
}

std::string SetSessionCookie(const Request& request, std::string_view token, std::int64_t seconds) {
    return Cookie(request, token, seconds);
}

std::string ClearSessionCookie(const Request& request) { return Cookie(request, "", 0); }

bool IsSameOrigin(const Request& request) {
    if (IsCrossOrigin(request)) return false;
    return !request.Header("Sec-Fetch-Site").empty() || !request.Header("Origin").empty();
}

bool IsCrossOrigin(const Request& request) {
    const std::string_view site = request.Header("Sec-Fetch-Site");
    if (!site.empty() && site != "same-origin") return true;
    const std::string_view origin = request.Header("Origin");
    if (origin.empty()) return false;
    const auto host_start = origin.find("://");
    if (host_start == std::string_view::npos) return true;
    const std::string_view scheme = origin.substr(0, host_start);
    const std::string_view host = origin.substr(host_start + 3);
    // A page without https may come from anybody in the network, so it is not a page of a host with https.
    const bool known_scheme = scheme == "https" || (scheme == "http" && IsPlainLoopback(request));
    return !known_scheme || host.empty() || !EqualIgnoringAsciiCase(host, request.Header("Host"));
}

}  // namespace fairlead::http
