#pragma once

#include <string>

#include "app/ports/answers.hpp"
#include "app/ports/outgoing/mail_sender.hpp"

namespace fairlead::app {

// Sends a test mail to the mail server. The error contains the answer of the server, or the reason why it cannot be
// reached.
void SendTestMail(MailSender& sender, const std::string& to, const std::string& public_url, StatusDone done);

}  // namespace fairlead::app
