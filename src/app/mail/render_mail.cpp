#include "app/mail/render_mail.hpp"

#include "app/mail/mail_message.hpp"
#include "app/ports/outgoing/seal_mail.hpp"

namespace fairlead::app {

Result<OutgoingMail> RenderMail(const MailContext& context, const catalogue::Operator& owner,
                                const WaitingMessage& message, MessageId id) {
    const auto mail = UnsealMail(message.type, message.content, context.key);
    if (!mail) return Fail(ErrorCode::kInternal, "the mail cannot be read with the key of this service");
    if (context.now > mail->expires_at) return Fail(ErrorCode::kConflict, "the link in this mail has expired");
    const MailLook look = LookOf(owner);
    MailEnvelope envelope{
        .from = context.from, .to = mail->to, .message_id = id.ToString(), .date = message.queued.place.created_at};
    for (const outbox::ReportFile& file : message.files) {
        envelope.attachments.push_back({outbox::MediaType(file.format), file.name, file.content});
    }
    return OutgoingMail{.to = mail->to, .message = MakeMailMessage(envelope, LetterOf(*mail, look), look)};
}

}  // namespace fairlead::app
