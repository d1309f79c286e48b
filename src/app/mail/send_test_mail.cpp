#include "app/mail/send_test_mail.hpp"

#include "app/mail/mail_message.hpp"
#include "base/id/ids.hpp"

namespace fairlead::app {

void SendTestMail(MailSender& sender, const std::string& to, const std::string& public_url, StatusDone done) {
    const MailLook look{.name = "Fairlead", .logo_url = {}};
    const MailEnvelope envelope{
        .from = sender.from(), .to = to, .message_id = MessageId::New().ToString(), .date = Now()};
    sender.Send({.to = to, .message = MakeMailMessage(envelope, TestLetter(public_url), look)},
                [done = std::move(done)](const OutgoingAnswer& answer) mutable {
                    if (answer.status >= 200 && answer.status < 300) return done({});
                    done(Fail(ErrorCode::kUnavailable, answer.error.empty() ? answer.body : answer.error));
                });
}

}  // namespace fairlead::app
