#pragma once

#include "http/server/router.hpp"

namespace fairlead::http {

// A handler of requests that need no session. Bodies are small, and requests that another site makes through a
// visitor's browser are refused.
Handler WithoutSession(Handler handler);

}  // namespace fairlead::http
