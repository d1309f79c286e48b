#pragma once

#include <memory>

#include "app/outbox/feed_watch.hpp"
#include "app/ports/ledger.hpp"
#include "delivery/curl_sender.hpp"
#include "delivery/delivery.hpp"

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

// Everything that leaves the service: the sender, the thread that decides what it sends, and the watch on feeds.
class Outgoing {
public:
    Outgoing(const OutgoingParts& parts, OutgoingOptions options)
        : sender_(std::make_unique<CurlSender>(std::move(options.sender))),
          delivery_({parts.ledger.outbox(), *sender_, parts.catalogue, parts.manage_catalogue, parts.metrics,
                     parts.token_key}),
          feed_watch_(parts.catalogue, parts.ledger.records(), parts.ledger.outbox(),
                      static_cast<std::int64_t>(options.feed_silent_minutes * 60 * kMicrosPerSecond)) {}
    ~Outgoing() { Stop(); }

    // For tests of a destination, which a person asks for. Only until Stop.
    app::Sender& sender() { return *sender_; }
    void Start() {
        delivery_.Start();
        feed_watch_.Start();
    }
    // Before the ledger stops.
    void Stop() {
        feed_watch_.Stop();
        delivery_.Stop();
        // The callbacks of ended requests still reach the delivery.
        sender_.reset();
    }

private:
    std::unique_ptr<CurlSender> sender_;
    Delivery delivery_;
    app::FeedWatch feed_watch_;
};

}  // namespace fairlead::delivery
