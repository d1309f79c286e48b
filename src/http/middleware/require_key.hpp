#pragma once

#include <functional>

#include "app/authenticate.hpp"
#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// A handler that is only called for an operator's program with a valid key.
using CallerHandler = std::function<void(const app::Caller&, const Request&, Responder)>;

// Wraps it into one that answers 401 to everybody else.
Handler RequireKey(const HandlerContext& context, CallerHandler handler);

}  // namespace fairlead::http
