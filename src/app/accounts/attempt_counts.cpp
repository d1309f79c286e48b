#include "app/accounts/attempt_counts.hpp"

#include "base/assert.hpp"

namespace fairlead::app {

AttemptCounts::AttemptCounts(std::size_t entries_max, std::int64_t window_micros)
    : entries_max_(entries_max), window_micros_(window_micros) {
    FAIRLEAD_ASSERT(entries_max > 0);
    // Reserved here, because growing later would move all entries within one call.
    by_name_.reserve(entries_max);
}

std::optional<std::int64_t> AttemptCounts::ClosedUntil(const Name& name, int attempts_max,
                                                       std::int64_t now_micros) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return std::nullopt;
    const Entry& entry = *found->second;
    const bool is_closed = entry.attempts >= attempts_max && now_micros < EndOf(entry);
    return is_closed ? std::optional(EndOf(entry)) : std::nullopt;
}

int AttemptCounts::Add(const Name& name, std::int64_t now_micros) {
    DropExpired(now_micros);
    auto found = by_name_.find(name);
    if (found != by_name_.end() && now_micros >= EndOf(*found->second)) {
        Drop(found->second);
        found = by_name_.end();
    }
    const auto entry = found == by_name_.end() ? Insert(name, now_micros) : found->second;
    return ++entry->attempts;
}

void AttemptCounts::Close(const Name& name, int attempts, std::int64_t until_micros, std::int64_t now_micros) {
    DropExpired(now_micros);
    const auto found = by_name_.find(name);
    const auto entry = found == by_name_.end() ? Insert(name, now_micros) : found->second;
    entry->attempts = attempts;
    entry->started_micros = until_micros - window_micros_;
}

void AttemptCounts::TakeBack(const Name& name) {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) return;
    if (--found->second->attempts == 0) Drop(found->second);
}

AttemptCounts::Entries::iterator AttemptCounts::Insert(const Name& name, std::int64_t now_micros) {
    if (entries_.size() >= entries_max_) Drop(entries_.begin());
    const auto entry = entries_.insert(entries_.end(), {.name = name, .attempts = 0, .started_micros = now_micros});
    by_name_.emplace(name, entry);
    return entry;
}

void AttemptCounts::Drop(Entries::iterator entry) {
    by_name_.erase(entry->name);
    entries_.erase(entry);
}

void AttemptCounts::DropExpired(std::int64_t now_micros) {
    for (int i = 0; i < kDroppedPerCall && !entries_.empty(); ++i) {
        if (now_micros < EndOf(entries_.front())) return;
        Drop(entries_.begin());
    }
}

}  // namespace fairlead::app
