#pragma once

#include <optional>

#include "app/ports/request_key.hpp"
#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The Idempotency-Key of a POST, or nothing if the request has none. An Error if it is empty or too long. In the
// portal each affiliate has its own keys, apart from those of the operator: nobody can use up the keys of others.
Result<std::optional<app::RequestKey>> ReadRequestKey(const Request& request, OperatorId owner,
                                                      std::optional<AffiliateId> affiliate = std::nullopt);

}  // namespace fairlead::http
