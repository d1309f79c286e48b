#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "app/catalogue/folded_texts.hpp"
#include "base/id/uuid.hpp"

namespace fairlead::app {

// The records of a RecordTable without their type. What needs no type is here, because templates would be compiled
// again for every type of record in every source that uses the catalogue.
class RecordChunks {
public:
    struct Slot {
        Uuid id;
        std::shared_ptr<const void> record;
    };
    using Slots = std::vector<Slot>;
    // Appends what searches compare of a record. Null if records of this type are not searched.
    using AppendTexts = void (*)(const void* record, std::string& out);
    struct Place {
        std::size_t chunk = 0;
        std::size_t slot = 0;

        bool operator==(const Place&) const = default;
    };
    struct Chunk {
        Chunk(Slots given, AppendTexts append);

        Slots slots;
        FoldedTexts texts;
    };

    RecordChunks() = default;
    // The records must be ordered by id.
    RecordChunks(Slots records, AppendTexts append);

    std::size_t size() const { return size_; }
    const std::vector<std::shared_ptr<const Chunk>>& chunks() const { return chunks_; }

    Place end() const { return {chunks_.size(), 0}; }
    Place Next(Place place) const {
        if (++place.slot == chunks_[place.chunk]->slots.size()) return {place.chunk + 1, 0};
        return place;
    }
    const void* At(Place place) const { return chunks_[place.chunk]->slots[place.slot].record.get(); }

    // The first record with a greater id.
    Place After(const Uuid& id) const;
    // Null if there is none.
    const void* Find(const Uuid& id) const;
    // Replaces the record with the same id, or inserts the record.
    void Put(Slot placed, AppendTexts append);
    // Does nothing if there is no such record.
    void Remove(const Uuid& id, AppendTexts append);

private:
    std::size_t ChunkOf(const Uuid& id) const;
    void Replace(std::size_t at, Slots slots, AppendTexts append);

    std::vector<std::shared_ptr<const Chunk>> chunks_;  // No chunk is empty.
    std::size_t size_ = 0;
};

}  // namespace fairlead::app
