#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// The choices for an affiliate: GET /account-managers and GET /affiliate-tags. Unlike /users, /account-managers is not
// only for admins, and returns only what a list of choices needs.
void AddAffiliateChoiceRoutes(Router& router, const CallerSources& callers);

}  // namespace fairlead::http
