#pragma once

#include <array>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "base/id/ids.hpp"
#include "base/net/ip_address.hpp"
#include "domain/access/rate_window.hpp"

namespace fairlead::app {

// How many calls of bots, prefetches and HEAD requests of one operator are stored per minute on this node.
inline constexpr std::int64_t kStoredMachineCallsPerMinute = 600;

// Why a visit is not stored but only counted.
enum class OnlyCounted : std::uint8_t {
    kBot,      // A bot, a prefetch or a HEAD request over the limit of its address or over their common limit.
    kLimited,  // A visitor over the limit of its address.
};

// Decides which visits are stored one by one. The others are redirected as well but only counted (VisitCounts), so that
// a flood cannot fill the disk. The memory is bounded. Safe from any thread.
class VisitLimits {
public:
    // `visits_per_minute` of one address are stored; 0: all. An IPv6 address counts by its first 64 bits. Addresses of
    // this machine have no limit: they belong to a proxy that is not listed, and not to a visitor.
    explicit VisitLimits(std::int64_t visits_per_minute) : visits_per_minute_(visits_per_minute) {}

    // Nothing if the visit is stored. `by_machine`: a bot, a prefetch or a HEAD request.
    std::optional<OnlyCounted> WhyOnlyCounted(OperatorId owner, const IpAddress& client, bool by_machine,
                                              std::int64_t now_micros);

private:
    struct Shard {
        std::mutex mutex;
        std::unordered_map<Uuid, access::RateWindow> windows;
        access::RateWindow crowded;  // Shared by all addresses above the bound.
    };
    static constexpr std::size_t kShards = 16;

    bool AdmitAddress(const IpAddress& client, std::int64_t now_micros);

    const std::int64_t visits_per_minute_;
    std::array<Shard, kShards> shards_;
    std::mutex machines_mutex_;
    std::unordered_map<OperatorId, access::RateWindow> machine_calls_;
};

}  // namespace fairlead::app
