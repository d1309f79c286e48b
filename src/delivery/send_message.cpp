// How delivery gives a message to its sender.

#include "app/mail/mail_message.hpp"
#include "app/mail/render_mail.hpp"
#include "app/outbox/render_postback.hpp"
#include "app/outbox/render_webhook.hpp"
#include "delivery/delivery.hpp"

namespace fairlead::delivery {

using app::LaneKey;

app::OutgoingRequest Delivery::Render(const app::OperatorEntry& owner, DestinationId destination,
                                      const app::WaitingMessage& message, MessageId id) const {
    if (const auto* webhook = owner.FindWebhook(destination)) {
        return app::RenderWebhook(*webhook, parts_.token_key, id, app::WebhookBody(message), Now());
    }
    const app::RenderContext context{owner, parts_.token_key};
    return app::RenderPostback(*owner.FindPostback(destination), app::ValuesOf(context, message, id), id);
}

void Delivery::Send(const LaneKey& key, Sending& lane, const outbox::QueuedMessage& message) {
    ++in_flight_;
    const app::WaitingMessage& waiting = lane.messages.at(message.place);
    if (IsMail(key)) return SendMail(key, waiting);
    const auto owner = catalogue_->Find(key.owner);
    const MessageId id = outbox::MessageIdOf(key.destination, message.place);
    auto request = Render(*owner, key.destination, waiting, id);
    std::string address = app::MaskSecrets(request.url);
    parts_.sender.Send(std::move(request), AnswerTo(key, message, std::move(address)));
}

void Delivery::SendMail(const LaneKey& key, const app::WaitingMessage& message) {
    ++mails_in_flight_;
    const MessageId id = outbox::MessageIdOf(key.destination, message.queued.place);
    auto mail = app::RenderMail({.from = parts_.mail->from(),
                                 .key = parts_.mail_key,
                                 .now = Now(),
                                 .public_url = parts_.mail->public_url(),
                                 .unsubscribe_key = parts_.unsubscribe_key},
                                *catalogue_->Find(key.owner), message, id);
    auto done = AnswerTo(key, message.queued, mail ? app::MaskMailAddress(mail->to) : std::string());
    if (mail) return parts_.mail->Send(std::move(*mail), std::move(done));
    app::OutgoingAnswer refused;
    refused.error = mail.error().message;
    refused.is_final = true;
    done(std::move(refused));
}

std::move_only_function<void(app::OutgoingAnswer)> Delivery::AnswerTo(const LaneKey& key,
                                                                      const outbox::QueuedMessage& message,
                                                                      std::string address) {
    return [this, key, message, at = Now(), address = std::move(address)](app::OutgoingAnswer answer) mutable {
        Post([this, key, message, at, address = std::move(address), answer = std::move(answer)] {
            OnAnswer(key, message, address, at, answer);
        });
    };
}

}  // namespace fairlead::delivery
