#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "base/net/ip_address.hpp"

namespace fairlead::http {

// The number of open connections of a listener on all loops, and of each client address. Safe from any thread. The
// memory is bounded by the number of connections: an address without a connection is forgotten.
class ConnectionCounts {
public:
    // `address_max` is 0 if addresses have no limit of their own.
    ConnectionCounts(std::size_t total_max, std::size_t address_max);

    // Counts one connection or request until it is destroyed. The counts must outlive it.
    class Place {
    public:
        Place(Place&& other) noexcept : counts_(std::exchange(other.counts_, nullptr)), subject_(other.subject_) {}
        Place& operator=(Place&& other) noexcept {
            std::swap(counts_, other.counts_);
            std::swap(subject_, other.subject_);
            return *this;
        }
        ~Place();

    private:
        friend class ConnectionCounts;
        Place(ConnectionCounts& counts, std::optional<IpAddress> subject) : counts_(&counts), subject_(subject) {}

        ConnectionCounts* counts_;
        std::optional<IpAddress> subject_;  // Empty if the place counts towards the total.
    };

    // Nothing if the limit of all connections is reached.
    std::optional<Place> Take();
    // Nothing if the limit of the address is reached. An IPv6 client is counted by the first 64 bits of its address.
    std::optional<Place> TakeForAddress(const IpAddress& client);

    std::size_t total_max() const { return total_max_; }
    // How many addresses have a connection.
    std::size_t addresses() const;

private:
    struct Shard {
        mutable std::mutex mutex;
        std::map<IpAddress, std::size_t> open;
    };
    // Behind a proxy each request is counted, so the loops should seldom wait for each other.
    static constexpr std::size_t kShards = 16;

    Shard& ShardOf(const IpAddress& subject);
    void Return(const std::optional<IpAddress>& subject);

    const std::size_t total_max_;
    const std::size_t address_max_;
    std::atomic<std::size_t> total_ = 0;
    std::array<Shard, kShards> shards_;
};

}  // namespace fairlead::http
