#pragma once

#include <string_view>

#include "base/error.hpp"

namespace fairlead::http {

// The one place that maps our errors to HTTP.
int StatusOf(ErrorCode code);

std::string_view ReasonPhrase(int status);

}  // namespace fairlead::http
