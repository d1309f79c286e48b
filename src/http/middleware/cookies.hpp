#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/server/request.hpp"

namespace fairlead::http {

// The cookie that bears a session's token. Browsers bind `__Host-` names to https and to this host alone; only on
// loopback, where there is no https, it has a plain name.
std::string_view SessionCookieName(const Request& request);

// The token that the request bears, empty where there is none.
std::string_view SessionToken(const Request& request);

// Values of Set-Cookie: one that gives the token to the browser, and one that takes it away.
std::string SetSessionCookie(const Request& request, std::string_view token, std::int64_t seconds);
std::string ClearSessionCookie(const Request& request);

// Whether the browser says that a page of this very origin sends the request. What says nothing is not.
bool IsSameOrigin(const Request& request);
// Whether it says that another one does.
bool IsCrossOrigin(const Request& request);

}  // namespace fairlead::http
