#pragma once

#include <string_view>

#include "base/error.hpp"

namespace fairlead::http {

// Maps an error code to an HTTP status. No other code decides statuses of errors.
int StatusOf(ErrorCode code);

std::string_view ReasonPhrase(int status);

// The reason of a refusal in the log, or an empty text if the status is not one of a request that the service refuses
// to protect itself.
std::string_view RefusalReason(int status);

}  // namespace fairlead::http
