#pragma once

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/mail_sender.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "base/crypto/secrets.hpp"
#include "domain/outbox/mail.hpp"

namespace fairlead::app {

// The values that a mail needs in addition to the operator and the message.
struct MailContext {
    std::string from;
    const Bytes32& key;  // See seal_mail.hpp.
    Timestamp now;
    std::string public_url;          // Links begin with it.
    const Bytes32& unsubscribe_key;  // See unsubscribe_link.hpp.
};

// The mail of a message. Fails if the mail must not be sent, because its link has expired, the person no longer wants
// such mails or is gone, or the message cannot be read.
Result<OutgoingMail> RenderMail(const MailContext& context, const OperatorEntry& owner, const WaitingMessage& message,
                                MessageId id);

// A mail to a user that does not wait in the outbox.
OutgoingMail RenderMailTo(const MailContext& context, const OperatorEntry& owner, const catalogue::User& user,
                          outbox::Mail mail);

}  // namespace fairlead::app
