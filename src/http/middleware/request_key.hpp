#pragma once

#include <optional>

#include "app/ports/request_key.hpp"
#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The Idempotency-Key of a POST, or nothing if the request has none. An Error if it is empty or too long.
Result<std::optional<app::RequestKey>> ReadRequestKey(const Request& request, OperatorId owner);

}  // namespace fairlead::http
