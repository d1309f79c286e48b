#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/server/request.hpp"

namespace fairlead::http {

// The name of the session cookie. Browsers accept a `__Host-` cookie only over https and send it only to this host. On
// loopback without https the cookie has a plain name.
std::string_view SessionCookieName(const Request& request);

// The session token of the request, or an empty text.
std::string_view SessionToken(const Request& request);

// The values of Set-Cookie that store the token in the browser and delete it.
std::string SetSessionCookie(const Request& request, std::string_view token, std::int64_t seconds);
std::string ClearSessionCookie(const Request& request);

// Whether the browser reports that a page of this origin sent the request. False if it reports nothing.
bool IsSameOrigin(const Request& request);
// Whether the browser reports that a page of another origin sent the request. The origin must have https, except on
// loopback.
bool IsCrossOrigin(const Request& request);

}  // namespace fairlead::http
