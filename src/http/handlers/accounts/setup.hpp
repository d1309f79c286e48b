#pragma once

#include <string>

#include "app/operators/first_setup.hpp"
#include "app/ports/outgoing/mail_sender.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// The objects that the first set-up uses. They outlive the router.
struct SetupDependencies {
    app::FirstSetup& first_setup;
    app::MailSender* mail_sender = nullptr;  // Null if the service sends no mails.
    std::string public_url;
};

// POST /setup and /setup/check, which need the token of this start, and POST /setup/test-mail for admins.
void AddSetupRoutes(Router& router, const CallerSources& callers, const SetupDependencies& dependencies);

}  // namespace fairlead::http
