#pragma once

#include <expected>
#include <string_view>

#include <boost/json.hpp>

#include "base/result.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// Parses the body of a management request: a JSON object, with the same limits as events. The body must be followed by
// kBodyPadding readable bytes.
Result<boost::json::value> DecodeManagementBody(std::string_view body);

// Returns the parsed body of the request, or the answer that describes its errors.
std::expected<boost::json::value, Response> ReadManagementBody(const Request& request);

}  // namespace fairlead::http
