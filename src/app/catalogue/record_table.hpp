#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/catalogue/record_chunks.hpp"
#include "app/catalogue/searched_fields.hpp"

namespace fairlead::app {

// The records of one type, ordered by id, immutable and shared. A changed copy shares all other records with the
// original, so a change is cheap at any size. A look-up is two short binary searches. Ids follow time, so new records
// are added at the end. Each chunk also has the texts that searches compare, so these are shared as well.
template <class Record>
class RecordTable {
    using Id = decltype(Record::id);

public:
    class Iterator {
    public:
        Iterator() = default;
        Iterator(const RecordChunks* chunks, RecordChunks::Place place) : chunks_(chunks), place_(place) {}

        const Record& operator*() const { return *static_cast<const Record*>(chunks_->At(place_)); }
        const Record* operator->() const { return &**this; }
        Iterator& operator++() {
            place_ = chunks_->Next(place_);
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

    private:
        const RecordChunks* chunks_ = nullptr;
        RecordChunks::Place place_;
    };

    RecordTable() = default;

    // The records must be ordered by id.
    explicit RecordTable(std::vector<Record> records) : chunks_(SlotsOf(std::move(records)), Append()) {}

    std::size_t size() const { return chunks_.size(); }
    bool empty() const { return size() == 0; }
    Iterator begin() const { return {&chunks_, {}}; }
    Iterator end() const { return {&chunks_, chunks_.end()}; }

    // The first record with a greater id.
    Iterator After(Id id) const { return {&chunks_, chunks_.After(id.uuid)}; }

    // Null if there is none. Valid as long as the table or another table that shares the record.
    const Record* Find(Id id) const { return static_cast<const Record*>(chunks_.Find(id.uuid)); }

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
    void Put(Record record) { chunks_.Put(SlotOf(std::move(record)), Append()); }

    // Does nothing if there is no such record.
    void Remove(Id id) { chunks_.Remove(id.uuid, Append()); }

private:
    static RecordChunks::AppendTexts Append() {
        if constexpr (requires(const Record& record, std::string& out) { AppendSearchedFields(record, out); }) {
            return [](const void* record, std::string& out) {
                AppendSearchedFields(*static_cast<const Record*>(record), out);
            };
        } else {
            return nullptr;
        }
    }

    static RecordChunks::Slot SlotOf(Record record) {
        const Uuid id = record.id.uuid;
        return {id, std::make_shared<const Record>(std::move(record))};
    }

    static RecordChunks::Slots SlotsOf(std::vector<Record> records) {
        RecordChunks::Slots slots;
        slots.reserve(records.size());
        for (Record& record : records) slots.push_back(SlotOf(std::move(record)));
        return slots;
    }

    template <class Visit, class Scan>
    void VisitTexts(Visit visit, Scan scan) const {
        for (const auto& chunk : chunks_.chunks()) {
            const auto each = [&](std::size_t index, std::string_view fields) {
                return visit(*static_cast<const Record*>(chunk->slots[index].record.get()), fields);
            };
            if (!scan(chunk->texts, each)) return;
        }
    }

    RecordChunks chunks_;
};

}  // namespace fairlead::app
