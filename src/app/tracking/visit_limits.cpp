#include "app/tracking/visit_limits.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kAddressesPerShardMax = 8192;

}  // namespace

bool VisitLimits::Admit(OperatorId owner, const IpAddress& client, bool by_machine, std::int64_t now_micros) {
    const bool within = AdmitAddress(client, now_micros);
    if (within && !by_machine) return true;
    const std::lock_guard lock(operators_mutex_);
    OperatorCalls& calls = operators_[owner];
    if (within && calls.by_machines.Take(kStoredMachineCallsPerMinute, now_micros).allowed) return true;
    ++calls.only_counted;
    return false;
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

std::int64_t VisitLimits::OnlyCounted(OperatorId owner) const {
    const std::lock_guard lock(operators_mutex_);
    const auto calls = operators_.find(owner);
    return calls == operators_.end() ? 0 : calls->second.only_counted;
}

}  // namespace fairlead::app
