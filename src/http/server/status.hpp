#pragma once

#include <string_view>

#include "base/error.hpp"

namespace fairlead::http {

// Maps an error code to an HTTP status. No other code decides statuses of errors.
int StatusOf(ErrorCode code);

std::string_view ReasonPhrase(int status);

}  // namespace fairlead::http
