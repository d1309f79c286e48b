#pragma once

#include <string>
#include <string_view>

#include "base/errors.hpp"
#include "http/server/response.hpp"

namespace fairlead::http {

// An error as RFC 9457 writes it. The edge's own refusals (405, 408, 413, 431) have a status but no ErrorCode of ours.
Response EdgeProblem(int status, std::string_view code, std::string_view detail, std::string_view request_id);

Response Problem(const Error& error, std::string_view request_id);

// Several errors of one request: what is wrong with a member goes into `errors` with its pointer. `detail`
// says when there were more than are listed.
Response Problem(const Errors& errors, std::string_view request_id);

}  // namespace fairlead::http
