#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/ports/outgoing/sender.hpp"

namespace fairlead::app {

// A mail to the server: the recipient, and the message in the format of RFC 5322.
struct OutgoingMail {
    std::string to;
    std::string message;
    // When sending must have ended, by BootMicros. The caller may postpone this moment while the mail is being sent.
    // Otherwise the sender stops shortly before the moment and answers with an error. Null: there is no such moment.
    std::shared_ptr<const std::atomic<std::int64_t>> ends_by = nullptr;
};

// Gives mails to the mail server of the service.
class MailSender {
public:
    virtual ~MailSender() = default;

    // The address that mails are sent from.
    virtual const std::string& from() const = 0;
    // The links in mails begin with it.
    virtual const std::string& public_url() const = 0;
    // Calls `done` exactly once, at once or on a thread of the sender; it must not block. The status of the answer is
    // the code of SMTP if the server has accepted or refused this mail. It is 0 if the server could not be reached or
    // did not let us in.
    virtual void Send(OutgoingMail mail, std::move_only_function<void(OutgoingAnswer)> done) = 0;
};

}  // namespace fairlead::app
