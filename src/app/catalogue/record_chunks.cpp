#include "app/catalogue/record_chunks.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace fairlead::app {
namespace {

constexpr std::size_t kChunkSlotsMax = 256;

bool IsLess(const Uuid& left, const Uuid& right) {
    return std::memcmp(left.bytes.data(), right.bytes.data(), left.bytes.size()) < 0;
}

// A binary search for the first index for which the condition holds; `count` if there is none. The condition must also
// hold for all later indexes.
template <class Condition>
std::size_t FirstIndex(std::size_t count, Condition holds) {
    std::size_t first = 0;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (holds(first + half)) {
            count = half;
        } else {
            first += half + 1;
            count -= half + 1;
        }
    }
    return first;
}

std::size_t FirstNotLess(const RecordChunks::Slots& slots, const Uuid& id) {
    return FirstIndex(slots.size(), [&](std::size_t index) { return !IsLess(slots[index].id, id); });
}

}  // namespace

RecordChunks::Chunk::Chunk(Slots given, AppendTexts append) : slots(std::move(given)) {
    if (append == nullptr) return;
    for (const Slot& slot : slots) {
        texts.Add([&](std::string& out) { append(slot.record.get(), out); });
    }
}

RecordChunks::RecordChunks(Slots records, AppendTexts append) : size_(records.size()) {
    for (std::size_t start = 0; start < records.size(); start += kChunkSlotsMax) {
        const auto first = records.begin() + static_cast<std::ptrdiff_t>(start);
        const auto last = first + static_cast<std::ptrdiff_t>(std::min(kChunkSlotsMax, records.size() - start));
        Slots slots(std::make_move_iterator(first), std::make_move_iterator(last));
        chunks_.push_back(std::make_shared<const Chunk>(std::move(slots), append));
    }
}

RecordChunks::Place RecordChunks::After(const Uuid& id) const {
    const std::size_t at = ChunkOf(id);
    if (at == chunks_.size()) return {};
    const Slots& slots = chunks_[at]->slots;
    const std::size_t slot = FirstIndex(slots.size(), [&](std::size_t index) { return IsLess(id, slots[index].id); });
    return slot == slots.size() ? Place{at + 1, 0} : Place{at, slot};
}

const void* RecordChunks::Find(const Uuid& id) const {
    const std::size_t at = ChunkOf(id);
    if (at == chunks_.size()) return nullptr;
    const Slots& slots = chunks_[at]->slots;
    const std::size_t slot = FirstNotLess(slots, id);
    return slot != slots.size() && slots[slot].id == id ? slots[slot].record.get() : nullptr;
}

void RecordChunks::Put(Slot placed, AppendTexts append) {
    // A record with the smallest id goes into the first chunk.
    const std::size_t found = ChunkOf(placed.id);
    const std::size_t at = found == chunks_.size() ? 0 : found;
    Slots slots = chunks_.empty() ? Slots() : chunks_[at]->slots;
    const std::size_t slot = FirstNotLess(slots, placed.id);
    if (slot != slots.size() && slots[slot].id == placed.id) {
        slots[slot].record = std::move(placed.record);
    } else {
        slots.insert(slots.begin() + static_cast<std::ptrdiff_t>(slot), std::move(placed));
        ++size_;
    }
    Replace(at, std::move(slots), append);
}

void RecordChunks::Remove(const Uuid& id, AppendTexts append) {
    const std::size_t at = ChunkOf(id);
    if (at == chunks_.size()) return;
    Slots slots = chunks_[at]->slots;
    const std::size_t slot = FirstNotLess(slots, id);
    if (slot == slots.size() || slots[slot].id != id) return;
    slots.erase(slots.begin() + static_cast<std::ptrdiff_t>(slot));
    --size_;
    if (slots.empty()) {
        chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
        chunks_[at] = std::make_shared<const Chunk>(std::move(slots), append);
    }
}

// The last chunk that starts at or before the id; the number of chunks if there is none.
std::size_t RecordChunks::ChunkOf(const Uuid& id) const {
    const auto starts_after = [&](std::size_t index) { return IsLess(id, chunks_[index]->slots.front().id); };
    const std::size_t after = FirstIndex(chunks_.size(), starts_after);
    return after == 0 ? chunks_.size() : after - 1;
}

// Splits a chunk that is too long. The last chunk is split at its end, because new records are added there.
void RecordChunks::Replace(std::size_t at, Slots slots, AppendTexts append) {
    if (chunks_.empty()) chunks_.emplace_back();
    if (slots.size() > kChunkSlotsMax) {
        const std::size_t kept = at + 1 == chunks_.size() ? kChunkSlotsMax : slots.size() / 2;
        const auto cut = slots.begin() + static_cast<std::ptrdiff_t>(kept);
        Slots rest(std::make_move_iterator(cut), std::make_move_iterator(slots.end()));
        slots.erase(cut, slots.end());
        chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                       std::make_shared<const Chunk>(std::move(rest), append));
    }
    chunks_[at] = std::make_shared<const Chunk>(std::move(slots), append);
}

}  // namespace fairlead::app
