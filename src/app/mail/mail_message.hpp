#pragma once

#include <string>
#include <string_view>

#include "app/mail/letter.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// The headers of a mail that are not part of its letter.
struct MailEnvelope {
    std::string from;  // The address. The name is that of the look.
    std::string to;
    std::string message_id;  // Without the host. Never changes, so that receivers can drop a repeated mail.
    Timestamp date;
    std::string unsubscribe_url = {};  // For one click (RFC 8058). Empty for mails that are essential.
};

// The mail in the format of RFC 5322: the letter as plain text and as HTML.
std::string MakeMailMessage(const MailEnvelope& envelope, const Letter& letter, const MailLook& look);

// An address for lists and logs: the first letter and the host.
std::string MaskMailAddress(std::string_view address);

}  // namespace fairlead::app
