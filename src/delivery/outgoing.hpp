#pragma once

#include <memory>
#include <optional>

#include "app/mail/unsubscribe_link.hpp"
#include "app/outbox/feed_watch.hpp"
#include "app/outbox/silent_brands.hpp"
#include "app/ports/ledger.hpp"
#include "app/ports/outgoing/seal_mail.hpp"
#include "delivery/curl_sender.hpp"
#include "delivery/delivery.hpp"
#include "delivery/smtp_sender.hpp"

namespace fairlead::delivery {

// What delivery needs of the service. It outlives the delivery.
struct OutgoingParts {
    app::Ledger& ledger;
    app::Catalogue& catalogue;
    app::ManageCatalogue& manage_catalogue;
    telemetry::Metrics& metrics;
    Bytes32 token_key{};
};

struct OutgoingOptions {
    SenderOptions sender;
    double feed_silent_minutes = 0;  // 0: silent feeds are not reported.
};

// Everything that leaves the service: the senders, the thread that decides what they send, and the watch on feeds.
class Outgoing {
public:
    // Without options for mails, mails are not sent.
    Outgoing(const OutgoingParts& parts, OutgoingOptions options, std::optional<MailOptions> mail_options = {})
        : sender_(std::make_unique<CurlSender>(std::move(options.sender))),
          mail_sender_(mail_options ? std::make_unique<SmtpSender>(std::move(*mail_options)) : nullptr),
          delivery_({parts.ledger.outbox(), *sender_, parts.catalogue, parts.manage_catalogue, parts.metrics,
                     parts.token_key, mail_sender_.get(), app::MailKeyOf(parts.token_key),
                     app::UnsubscribeKeyOf(parts.token_key)}),
          feed_watch_(parts.catalogue, parts.ledger.records(), parts.ledger.outbox(),
                      app::SilentMicrosOf(options.feed_silent_minutes), mail_sender_ != nullptr) {
        if (mail_sender_) parts.ledger.outbox().WriteMails();
    }
    ~Outgoing() { Stop(); }

    // For tests of a destination, which a person asks for. Only until Stop.
    app::Sender& sender() { return *sender_; }
    // For test mails. Null without a mail server. Only until Stop.
    app::MailSender* mail_sender() { return mail_sender_.get(); }
    void Start() {
        delivery_.Start();
        feed_watch_.Start();
    }
    // Must be called before the ledger stops.
    void Stop() {
        feed_watch_.Stop();
        delivery_.Stop();
        // The callbacks of ended requests still reach the delivery.
        sender_.reset();
        mail_sender_.reset();
    }

private:
    std::unique_ptr<CurlSender> sender_;
    std::unique_ptr<SmtpSender> mail_sender_;  // Null without mails.
    Delivery delivery_;
    app::FeedWatch feed_watch_;
};

}  // namespace fairlead::delivery
