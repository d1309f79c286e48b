#pragma once

#include <array>
#include <mutex>
#include <unordered_map>

#include "base/id/ids.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

// How many calls of bots, prefetches and HEAD requests of one operator are stored per minute on this node.
inline constexpr std::int64_t kStoredMachineCallsPerMinute = 600;

// Decides which visits are stored one by one. The others are redirected as well but only counted, so that a flood
// cannot fill the disk. The memory is bounded. Safe from any thread.
class VisitLimits {
public:
    // `visits_per_minute` of one address are stored; 0: all. An IPv6 address counts by its first 64 bits. Addresses of
    // this machine have no limit: they belong to a proxy that is not listed, and not to a visitor.
    explicit VisitLimits(std::int64_t visits_per_minute) : visits_per_minute_(visits_per_minute) {}

    // Whether the visit is stored. Otherwise it is counted. `by_machine`: a bot, a prefetch or a HEAD request.
    bool Admit(OperatorId owner, const IpAddress& client, bool by_machine, std::int64_t now_micros);

    // The visits of an operator that this node has only counted, since its start.
    std::int64_t OnlyCounted(OperatorId owner) const;

private:
    struct Shard {
        std::mutex mutex;
        std::unordered_map<Uuid, access::RateWindow> windows;
        access::RateWindow crowded;  // Shared by all addresses above the bound.
    };
    struct OperatorCalls {
        access::RateWindow by_machines;
        std::int64_t only_counted = 0;
    };
    static constexpr std::size_t kShards = 16;

    bool AdmitAddress(const IpAddress& client, std::int64_t now_micros);

    const std::int64_t visits_per_minute_;
    std::array<Shard, kShards> shards_;
    mutable std::mutex operators_mutex_;
    std::unordered_map<OperatorId, OperatorCalls> operators_;
};

}  // namespace fairlead::app
