#pragma once

#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// What can be chosen for an affiliate: GET /account-managers and GET /affiliate-tags. Unlike /users, the former is not
// only for admins, and shows only what a list to choose from needs.
void AddAffiliateChoiceRoutes(Router& router, const CallerSources& callers);

}  // namespace fairlead::http
