#pragma once

#include "base/result.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// Whether the query asks only for what a request would do: ?dryRun=true. An Error for another value than true or false.
Result<bool> AsksForDryRun(const Request& request);

}  // namespace fairlead::http
