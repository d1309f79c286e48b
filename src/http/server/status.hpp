#pragma once

#include <string_view>

#include "base/error.hpp"

namespace fairlead::http {

// Maps an error code to an HTTP status. No other code decides statuses of errors.
int StatusOf(ErrorCode code);

std::string_view ReasonPhrase(int status);

// The reason of a refusal in the log. Empty if the service does not use this status to protect itself.
std::string_view RefusalReason(int status);

}  // namespace fairlead::http
