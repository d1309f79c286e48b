#pragma once

#include <memory>

#include "delivery/curl_sender.hpp"
#include "delivery/delivery.hpp"

namespace fairlead::delivery {

// What delivery needs of the service. It outlives the delivery.
struct OutgoingParts {
    app::Outbox& outbox;
    app::Catalogue& catalogue;
    app::ManageCatalogue& manage_catalogue;
    telemetry::Metrics& metrics;
    Bytes32 alias_key{};
};

// Everything that leaves the service: the sender and the thread that decides what it sends.
class Outgoing {
public:
    Outgoing(const OutgoingParts& parts, SenderOptions options)
        : sender_(std::make_unique<CurlSender>(std::move(options))),
          delivery_({parts.outbox, *sender_, parts.catalogue, parts.manage_catalogue, parts.metrics, parts.alias_key}) {
    }
    ~Outgoing() { Stop(); }

    // For tests of a destination, which a person asks for. Only until Stop.
    app::Sender& sender() { return *sender_; }
    void Start() { delivery_.Start(); }
    // Before the ledger stops.
    void Stop() {
        delivery_.Stop();
        // The callbacks of ended requests still reach the delivery.
        sender_.reset();
    }

private:
    std::unique_ptr<CurlSender> sender_;
    Delivery delivery_;
};

}  // namespace fairlead::delivery
