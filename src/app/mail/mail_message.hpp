#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/mail/letter.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// A file in a mail. The name has only letters, digits, hyphens and dots.
struct MailAttachment {
    std::string_view type;  // "text/csv; charset=utf-8".
    std::string name;
    std::string content;
};

// What a mail has in addition to its letter.
struct MailEnvelope {
    std::string from;  // The address. The name is that of the look.
    std::string to;
    std::string message_id;  // Without the host. Never changes, so that receivers can drop a repeated mail.
    Timestamp date;
    std::string unsubscribe_url = {};  // For one click (RFC 8058). Empty for mails that are essential.
    std::vector<MailAttachment> attachments = {};
};

// The mail in the format of RFC 5322: the letter as plain text and as HTML.
std::string MakeMailMessage(const MailEnvelope& envelope, const Letter& letter, const MailLook& look);

// An address for lists and logs: the first letter and the host.
std::string MaskMailAddress(std::string_view address);

}  // namespace fairlead::app
