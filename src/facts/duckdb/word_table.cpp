#include "facts/duckdb/word_table.hpp"

#include <algorithm>
#include <limits>
#include <mutex>

#include "base/assert.hpp"

namespace fairlead::facts {

WordTable::WordTable() { numbers_.emplace(words_.emplace_back(), 0); }

std::string_view WordTable::WordOf(const Uuid& id) {
    if (id == Uuid()) return {};
    return {reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size()};
}

std::int32_t WordTable::NumberOf(std::string_view word) {
    if (const auto number = Find(word)) return *number;
    const std::unique_lock lock(mutex_);
    if (const auto found = numbers_.find(word); found != numbers_.end()) return found->second;
    FAIRLEAD_ASSERT(words_.size() < static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()));
    const auto number = static_cast<std::int32_t>(words_.size());
    numbers_.emplace(words_.emplace_back(word), number);
    return number;
}

std::optional<std::int32_t> WordTable::Find(std::string_view word) const {
    const std::shared_lock lock(mutex_);
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

WordTable::Unsaved WordTable::NotSaved() const {
    const std::shared_lock lock(mutex_);
    return {saved_, {words_.begin() + saved_, words_.end()}};
}

void WordTable::MarkSaved(std::int64_t end) {
    const std::unique_lock lock(mutex_);
    saved_ = std::max(saved_, end);
}

std::int32_t WordCache::NumberOf(std::string_view word) {
    if (word.empty()) return 0;
    if (word.size() > kLengthMax) return words_.NumberOf(word);
    Slot& slot = slots_[std::hash<std::string_view>()(word) % kSlots];
    if (std::string_view(slot.bytes.data(), slot.length) == word) return slot.number;
    slot.number = words_.NumberOf(word);
    slot.length = static_cast<std::uint8_t>(word.copy(slot.bytes.data(), kLengthMax));
    return slot.number;
}

}  // namespace fairlead::facts
