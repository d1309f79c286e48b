#pragma once

#include <optional>
#include <string>

#include "app/access/service_keys.hpp"
#include "cli/settings.hpp"
#include "delivery/smtp_sender.hpp"

namespace fairlead::service {

// Nothing if the service sends no mails: without mail_host, and in a demo, whose people are invented.
std::optional<delivery::MailOptions> MailOptionsOf(const cli::Settings& settings);
// The key that encrypts stored mails. Nothing if the service sends no mails.
std::optional<Bytes32> MailKeyFor(const cli::Settings& settings, const app::ServiceKeys& keys);

// `fairlead mail test`: gives one mail to the mail server and waits for its answer.
Status SendTestMail(const cli::Settings& settings, const std::string& address);

}  // namespace fairlead::service
