#pragma once

#include "cli/settings.hpp"

namespace fairlead::cli {

// Replaces mail_password with the content of mail_password_file, if that is set.
Status ReadMailPassword(Settings& settings);

// Fails if the settings mail_* do not fit together. Without mail_host, the others may have any value.
Status CheckMailSettings(const Settings& settings);

// The port of the mail server: mail_port, or the usual one.
std::int64_t MailPort(const Settings& settings);

}  // namespace fairlead::cli
