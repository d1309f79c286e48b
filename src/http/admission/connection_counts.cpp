#include "http/admission/connection_counts.hpp"

#include <limits>

namespace fairlead::http {

ConnectionCounts::ConnectionCounts(std::size_t total_max, std::size_t address_max)
    : total_max_(total_max), address_max_(address_max == 0 ? std::numeric_limits<std::size_t>::max() : address_max) {}

ConnectionCounts::Place::~Place() {
    if (counts_ != nullptr) counts_->Return(subject_);
}

std::optional<ConnectionCounts::Place> ConnectionCounts::Take() {
    if (total_.fetch_add(1, std::memory_order_relaxed) < total_max_) return Place(*this, std::nullopt);
    total_.fetch_sub(1, std::memory_order_relaxed);
    return std::nullopt;
}

std::optional<ConnectionCounts::Place> ConnectionCounts::TakeForAddress(const IpAddress& client) {
    const IpAddress subject = LimitSubject(client);
    Shard& shard = ShardOf(subject);
    const std::lock_guard lock(shard.mutex);
    std::size_t& open = shard.open[subject];
    // An address at its limit has connections, so no new entry is left behind.
    if (open >= address_max_) return std::nullopt;
    ++open;
    return Place(*this, subject);
}

void ConnectionCounts::Return(const std::optional<IpAddress>& subject) {
    if (!subject) {
        total_.fetch_sub(1, std::memory_order_relaxed);
        return;
    }
    Shard& shard = ShardOf(*subject);
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.open.find(*subject);
    if (--found->second == 0) shard.open.erase(found);
}

ConnectionCounts::Shard& ConnectionCounts::ShardOf(const IpAddress& subject) {
    // The bytes in which neighbours differ: the last of an IPv4 address and the last that counts of an IPv6 address.
    return shards_[(subject.bytes[15] ^ subject.bytes[7]) % kShards];
}

std::size_t ConnectionCounts::addresses() const {
    std::size_t count = 0;
    for (const Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        count += shard.open.size();
    }
    return count;
}

}  // namespace fairlead::http
