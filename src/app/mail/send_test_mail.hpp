#pragma once

#include <string>

#include "app/ports/answers.hpp"
#include "app/ports/outgoing/mail_sender.hpp"

namespace fairlead::app {

// Gives a test mail to the mail server. The error is what the server answered, or why it could not be reached.
void SendTestMail(MailSender& sender, const std::string& to, const std::string& public_url, StatusDone done);

}  // namespace fairlead::app
