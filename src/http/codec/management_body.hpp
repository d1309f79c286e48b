#pragma once

#include <string_view>

#include <boost/json.hpp>

#include "base/result.hpp"

namespace fairlead::http {

// The body of a management call: a JSON object, with the same limits as events. It must be followed by kBodyPadding
// readable bytes.
Result<boost::json::value> DecodeManagementBody(std::string_view body);

}  // namespace fairlead::http
