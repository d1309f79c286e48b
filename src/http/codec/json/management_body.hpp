#pragma once

#include <expected>
#include <string_view>

#include <boost/json.hpp>

#include "base/result.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// The body of a management call: a JSON object, with the same limits as events. It must be followed by kBodyPadding
// readable bytes.
Result<boost::json::value> DecodeManagementBody(std::string_view body);

// The request's body, or the answer that says what is wrong with it.
std::expected<boost::json::value, Response> ReadManagementBody(const Request& request);

}  // namespace fairlead::http
