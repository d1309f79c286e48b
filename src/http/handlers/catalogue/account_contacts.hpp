#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// GET /account-managers: the users who can look after affiliates. Unlike /users, it is not only for admins, and shows
// only what a list to choose from needs.
void AddAccountManagerRoutes(Router& router, const CallerSources& callers);

}  // namespace fairlead::http
