#pragma once

#include <string>
#include <string_view>

#include "http/server/request.hpp"

namespace fairlead::http {

inline constexpr std::string_view kBasePath = "/api/v1";

// The URL of the API, such as "https://track.example/api/v1". It starts with `public_url` if that is set, otherwise
// with the host of the request, and with https if a trusted proxy reports it.
std::string ApiUrl(const std::string& public_url, const Request& request);

}  // namespace fairlead::http
