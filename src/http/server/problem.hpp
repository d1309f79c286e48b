#pragma once

#include <string>
#include <string_view>

#include "base/errors.hpp"
#include "http/server/request.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// A problem document (RFC 9457). A 503 has a Retry-After. Errors of the HTTP layer itself, such as 405 and 413, have a
// status but no ErrorCode.
Response EdgeProblem(int status, std::string_view code, std::string_view detail, std::string_view request_id);

Response Problem(const Error& error, std::string_view request_id);

// Several errors of one request. `errors` lists the errors of members with their pointers; `detail` says if there are
// more than are listed.
Response Problem(const Errors& errors, std::string_view request_id);

// Appends `,"errors":[…]` with at most `count_max` errors. All answers list errors in this form.
void AppendErrors(std::string& out, const Errors& errors, std::size_t count_max = kErrorsMax);

// The answer to a request whose body was dropped: over its limit (413) or compressed (415).
Response BodyRefused(const Request& request);

}  // namespace fairlead::http
