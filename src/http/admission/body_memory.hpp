#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "base/net/ip_address.hpp"
#include "http/admission/admission.hpp"

namespace fairlead::http {

// The memory of request bodies that have not arrived completely, in all and of each client address. Without a bound,
// connections that never send the last byte would take all memory. Safe from any thread. An address without a body is
// forgotten.
class BodyMemory {
public:
    BodyMemory(std::size_t total_max, std::size_t address_max) : total_max_(total_max), address_max_(address_max) {}

    // Changes the memory of one body of the client. Returns the limit that it would exceed; then nothing has changed.
    // A change to less memory is never refused.
    Crowding Change(const IpAddress& client, std::size_t before, std::size_t after);

    // How many addresses have a body.
    std::size_t addresses() const;

private:
    const std::size_t total_max_;
    const std::size_t address_max_;
    mutable std::mutex mutex_;
    std::size_t total_ = 0;
    std::map<IpAddress, std::size_t> by_address_;
};

}  // namespace fairlead::http
