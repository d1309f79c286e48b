#pragma once

#include "http/handlers/accounts/auth.hpp"

namespace fairlead::http {

// /auth/mails: which mails a person wants. /auth/address: the e-mail address of a person, and its change.
// /auth/unsubscribe: the links in mails, which need no log-in.
void AddOwnMailRoutes(Router& router, const CallerSources& callers, const AuthDependencies& dependencies);

}  // namespace fairlead::http
