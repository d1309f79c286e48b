#pragma once

#include <memory>
#include <vector>

#include "app/ports/outgoing/sender.hpp"
#include "base/net/ip_address.hpp"

namespace fairlead::delivery {

class CurlLoop;

struct SenderOptions {
    std::vector<IpNetwork> allowed_networks;  // Private networks to which requests are allowed.
    std::int64_t timeout_ms = 8000;           // Of a whole request that does not say otherwise.
};

// Sends requests with libcurl on one thread of its own, many at the same time. Connections are kept open and checked:
// a socket is only opened to an address that outbox::MayConnectTo allows, whatever the name resolved to.
class CurlSender final : public app::Sender {
public:
    explicit CurlSender(SenderOptions options);
    // Ends running requests; their callbacks get an error.
    ~CurlSender() override;

    void Send(app::OutgoingRequest request, std::move_only_function<void(app::OutgoingAnswer)> done) override;

private:
    const SenderOptions options_;
    std::unique_ptr<CurlLoop> loop_;  // Its transfers use the options.
};

}  // namespace fairlead::delivery
