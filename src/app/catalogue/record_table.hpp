#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

#include "app/catalogue/folded_texts.hpp"
#include "app/catalogue/searched_fields.hpp"

namespace fairlead::app {

// The records of one type, ordered by id, immutable and shared. A changed copy shares all other records with the
// original, so a change is cheap at any size. A look-up is two short binary searches. Ids follow time, so new records
// are added at the end. Each chunk also has the texts that searches compare, so these are shared as well.
template <class Record>
class RecordTable {
    using Id = decltype(Record::id);
    struct Slot {
        Id id;
        std::shared_ptr<const Record> record;
    };
    using Slots = std::vector<Slot>;
    struct Chunk {
        explicit Chunk(Slots given) : slots(std::move(given)) {
            if constexpr (kIsSearched) {
                for (const Slot& slot : slots) {
                    texts.Add([&](std::string& out) { AppendSearchedFields(*slot.record, out); });
                }
            }
        }

        Slots slots;
        FoldedTexts texts;
    };
    static constexpr std::size_t kChunkSlotsMax = 256;
    static constexpr bool kIsSearched =
        requires(const Record& record, std::string& out) { AppendSearchedFields(record, out); };

public:
    class Iterator {
    public:
        Iterator() = default;
        Iterator(const RecordTable* table, std::size_t chunk, std::size_t slot)
            : table_(table), chunk_(chunk), slot_(slot) {}

        const Record& operator*() const { return *table_->chunks_[chunk_]->slots[slot_].record; }
        const Record* operator->() const { return &**this; }
        Iterator& operator++() {
            if (++slot_ == table_->chunks_[chunk_]->slots.size()) {
                ++chunk_;
                slot_ = 0;
            }
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

    private:
        const RecordTable* table_ = nullptr;
        std::size_t chunk_ = 0;
        std::size_t slot_ = 0;
    };

    RecordTable() = default;

    // The records must be ordered by id.
    explicit RecordTable(std::vector<Record> records) : size_(records.size()) {
        for (std::size_t start = 0; start < records.size(); start += kChunkSlotsMax) {
            Slots slots;
            const std::size_t end = std::min(start + kChunkSlotsMax, records.size());
            slots.reserve(end - start);
            for (std::size_t i = start; i < end; ++i) {
                const Id id = records[i].id;
                slots.push_back({id, std::make_shared<const Record>(std::move(records[i]))});
            }
            chunks_.push_back(std::make_shared<const Chunk>(std::move(slots)));
        }
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Iterator begin() const { return {this, 0, 0}; }
    Iterator end() const { return {this, chunks_.size(), 0}; }

    // The first record with a greater id.
    Iterator After(Id id) const {
        const std::size_t at = ChunkOf(id);
        if (at == chunks_.size()) return begin();
        const Slots& slots = chunks_[at]->slots;
        const auto slot = std::ranges::upper_bound(slots, id, {}, &Slot::id);
        if (slot == slots.end()) return {this, at + 1, 0};
        return {this, at, static_cast<std::size_t>(slot - slots.begin())};
    }

    // Null if there is none. Valid as long as the table or another table that shares the record.
    const Record* Find(Id id) const {
        const std::size_t at = ChunkOf(id);
        if (at == chunks_.size()) return nullptr;
        const Slots& slots = chunks_[at]->slots;
        const auto slot = std::ranges::lower_bound(slots, id, {}, &Slot::id);
        return slot != slots.end() && slot->id == id ? slot->record.get() : nullptr;
    }

    // Calls `visit(record, fields)` for each record with a searched field that contains or begins with the folded text,
    // until it returns false. `fields` are as AppendSearchedFields writes them.
    template <class Visit>
    void VisitContaining(std::string_view sought, Visit visit) const {
        VisitTexts(visit, [&](const FoldedTexts& texts, auto each) { return texts.VisitContaining(sought, each); });
    }
    template <class Visit>
    void VisitBeginning(std::string_view sought, Visit visit) const {
        VisitTexts(visit, [&](const FoldedTexts& texts, auto each) { return texts.VisitBeginning(sought, each); });
    }

    // Replaces the record with the same id, or inserts the record.
    void Put(Record record) {
        const Id id = record.id;
        Slot placed{id, std::make_shared<const Record>(std::move(record))};
        // A record with the smallest id goes into the first chunk.
        const std::size_t found = ChunkOf(id);
        const std::size_t at = found == chunks_.size() ? 0 : found;
        Slots slots = chunks_.empty() ? Slots() : chunks_[at]->slots;
        const auto slot = std::ranges::lower_bound(slots, id, {}, &Slot::id);
        if (slot != slots.end() && slot->id == id) {
            slot->record = std::move(placed.record);
        } else {
            slots.insert(slot, std::move(placed));
            ++size_;
        }
        Replace(at, std::move(slots));
    }

    // Does nothing if there is no such record.
    void Remove(Id id) {
        const std::size_t at = ChunkOf(id);
        if (at == chunks_.size()) return;
        Slots slots = chunks_[at]->slots;
        if (std::erase_if(slots, [&](const Slot& slot) { return slot.id == id; }) == 0) return;
        --size_;
        if (slots.empty()) {
            chunks_.erase(chunks_.begin() + static_cast<std::ptrdiff_t>(at));
        } else {
            chunks_[at] = std::make_shared<const Chunk>(std::move(slots));
        }
    }

private:
    template <class Visit, class Scan>
    void VisitTexts(Visit visit, Scan scan) const {
        static_assert(kIsSearched);
        for (const auto& chunk : chunks_) {
            const auto each = [&](std::size_t index, std::string_view fields) {
                return visit(*chunk->slots[index].record, fields);
            };
            if (!scan(chunk->texts, each)) return;
        }
    }

    // The last chunk that starts at or before the id; the number of chunks if there is none.
    std::size_t ChunkOf(Id id) const {
        const auto after =
            std::ranges::upper_bound(chunks_, id, {}, [](const auto& chunk) { return chunk->slots.front().id; });
        return after == chunks_.begin() ? chunks_.size() : static_cast<std::size_t>(after - chunks_.begin()) - 1;
    }

    // Splits a chunk that is too long. The last chunk is split at its end, because new records are added there.
    void Replace(std::size_t at, Slots slots) {
        if (chunks_.empty()) chunks_.emplace_back();
        if (slots.size() > kChunkSlotsMax) {
            const std::size_t kept = at + 1 == chunks_.size() ? kChunkSlotsMax : slots.size() / 2;
            const auto cut = slots.begin() + static_cast<std::ptrdiff_t>(kept);
            Slots rest(std::make_move_iterator(cut), std::make_move_iterator(slots.end()));
            slots.erase(cut, slots.end());
            chunks_.insert(chunks_.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                           std::make_shared<const Chunk>(std::move(rest)));
        }
        chunks_[at] = std::make_shared<const Chunk>(std::move(slots));
    }

    std::vector<std::shared_ptr<const Chunk>> chunks_;  // No chunk is empty.
    std::size_t size_ = 0;
};

}  // namespace fairlead::app
