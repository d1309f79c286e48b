#include "app/tracking/visit_limits.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kAddressesPerShardMax = 8192;

}  // namespace

std::optional<OnlyCounted> VisitLimits::WhyOnlyCounted(OperatorId owner, const IpAddress& client, bool by_machine,
                                                       std::int64_t now_micros) {
    const bool within = AdmitAddress(client, now_micros);
    if (!by_machine) return within ? std::nullopt : std::optional(OnlyCounted::kLimited);
    if (!within) return OnlyCounted::kBot;
    const std::lock_guard lock(machines_mutex_);
    const bool stored = machine_calls_[owner].Take(kStoredMachineCallsPerMinute, now_micros).allowed;
    return stored ? std::nullopt : std::optional(OnlyCounted::kBot);
}

bool VisitLimits::AdmitAddress(const IpAddress& client, std::int64_t now_micros) {
    if (visits_per_minute_ == 0 || IsLoopback(client)) return true;
    const Uuid subject{LimitSubject(client).bytes};
    // The bytes in which neighbours differ: the last of an IPv4 address and the last that counts of an IPv6 address.
    Shard& shard = shards_[(subject.bytes[15] ^ subject.bytes[7]) % kShards];
    const std::lock_guard lock(shard.mutex);
    auto& windows = shard.windows;
    if (windows.size() >= kAddressesPerShardMax && !windows.contains(subject)) {
        if (shard.crowded.IsOver(now_micros)) {
            std::erase_if(windows, [&](const auto& entry) { return entry.second.IsOver(now_micros); });
        }
        if (windows.size() >= kAddressesPerShardMax) return shard.crowded.Take(visits_per_minute_, now_micros).allowed;
    }
    return windows[subject].Take(visits_per_minute_, now_micros).allowed;
}

}  // namespace fairlead::app
