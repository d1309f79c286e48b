#pragma once

#include "app/ports/outgoing/mail_sender.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "base/crypto/secrets.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// What a mail is rendered with, in addition to the operator and the message.
struct MailContext {
    std::string from;
    const Bytes32& key;  // See seal_mail.hpp.
    Timestamp now;
};

// The mail of a message. Fails if it must not be sent: its link has expired, or it cannot be read.
Result<OutgoingMail> RenderMail(const MailContext& context, const catalogue::Operator& owner,
                                const WaitingMessage& message, MessageId id);

}  // namespace fairlead::app
