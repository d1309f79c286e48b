#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fairlead::ledger {

// One page of a tree, as SQLite stores tables and indexes (https://www.sqlite.org/fileformat2.html#b_tree_pages). Works
// on damaged pages too: whatever cannot be read is left out.
class TreePage {
public:
    // `number` counts from 1; the first page begins with the head of the file.
    TreePage(std::span<const char> bytes, std::uint32_t number);

    // The pages below this one, and the first pages of values that are too long for it.
    std::vector<std::uint32_t> Children() const;
    std::vector<std::uint32_t> Overflows() const;

    // A value in a row of the page.
    struct Place {
        std::size_t column = 0;           // In the order of storage.
        std::vector<std::string> values;  // Of the whole row, as far as they are on this page.
    };
    // The value that a byte belongs to. Nothing for bytes that belong to no value, such as free space.
    std::optional<Place> PlaceOf(std::size_t byte) const;

private:
    struct Cell {
        std::size_t record = 0;  // Where its record begins.
        std::size_t end = 0;     // Where the part of the record on this page ends.
        std::uint32_t left_child = 0;
        std::uint32_t overflow = 0;
    };

    bool IsLeaf() const;
    bool HasRecords() const;
    std::uint64_t Number(std::size_t at, std::size_t size) const;
    std::uint64_t Varint(std::size_t& at) const;
    std::vector<Cell> Cells() const;
    std::optional<Cell> CellAt(std::size_t at) const;
    std::size_t LocalBytes(std::uint64_t payload) const;

    std::span<const char> bytes_;
    std::size_t head_;
    std::uint8_t type_;
};

}  // namespace fairlead::ledger
