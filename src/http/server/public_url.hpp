#pragma once

#include <string>
#include <string_view>

#include "http/server/request.hpp"

namespace fairlead::http {

inline constexpr std::string_view kBasePath = "/api/v1";

// Where the caller finds the API: "https://track.example/api/v1". Under `public_url` where one is set, otherwise under
// the host that the request names, by https when a trusted proxy says that it was asked so.
std::string ApiUrl(const std::string& public_url, const Request& request);

}  // namespace fairlead::http
