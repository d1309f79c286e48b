#pragma once

#include <memory>
#include <optional>

#include "app/ports/outgoing/seal_mail.hpp"
#include "delivery/curl_sender.hpp"
#include "delivery/delivery.hpp"
#include "delivery/smtp_sender.hpp"

namespace fairlead::delivery {

// What delivery needs of the service. It outlives the delivery.
struct OutgoingParts {
    app::Outbox& outbox;
    app::Catalogue& catalogue;
    app::ManageCatalogue& manage_catalogue;
    telemetry::Metrics& metrics;
    Bytes32 alias_key{};
};

// Everything that leaves the service: the senders and the thread that decides what they send.
class Outgoing {
public:
    // Without options for mails, mails are not sent.
    Outgoing(const OutgoingParts& parts, SenderOptions options, std::optional<MailOptions> mail_options = {})
        : sender_(std::make_unique<CurlSender>(std::move(options))),
          mail_sender_(mail_options ? std::make_unique<SmtpSender>(std::move(*mail_options)) : nullptr),
          delivery_({parts.outbox, *sender_, parts.catalogue, parts.manage_catalogue, parts.metrics, parts.alias_key,
                     mail_sender_.get(), app::MailKeyOf(parts.alias_key)}) {}
    ~Outgoing() { Stop(); }

    // For tests of a destination, which a person asks for. Only until Stop.
    app::Sender& sender() { return *sender_; }
    void Start() { delivery_.Start(); }
    // Before the ledger stops.
    void Stop() {
        delivery_.Stop();
        // The callbacks of ended requests still reach the delivery.
        sender_.reset();
        mail_sender_.reset();
    }

private:
    std::unique_ptr<CurlSender> sender_;
    std::unique_ptr<SmtpSender> mail_sender_;  // Null without mails.
    Delivery delivery_;
};

}  // namespace fairlead::delivery
