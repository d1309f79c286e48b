#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/time.hpp"
#include "ledger/sql/column.hpp"

namespace fairlead::ledger {

// A parameter of a statement. It is a view of the data that it was made from.
struct Value {
    enum class Kind : std::uint8_t { kNull, kInteger, kText, kDecimal, kBytes, kUuid };

    Kind kind = Kind::kNull;
    std::int64_t integer = 0;
    std::string_view data;  // Texts, decimals, bytes and UUIDs.

    static Value Null() { return {}; }
    static Value Of(std::int64_t integer) { return {Kind::kInteger, integer, {}}; }
    static Value Of(Timestamp time) { return Of(time.micros); }
    static Value Of(std::string_view text) { return {Kind::kText, 0, text}; }
    static Value Of(std::span<const std::uint8_t> bytes) { return {Kind::kBytes, 0, AsText(bytes)}; }
    static Value Of(const Uuid& id) { return {Kind::kUuid, 0, AsText(id.bytes)}; }
    template <class Tag>
    static Value Of(const Id<Tag>& id) {
        return Of(id.uuid);
    }
    // Deleted, because the Value would outlive a temporary id.
    static Value Of(Uuid&&) = delete;
    template <class Tag>
    static Value Of(Id<Tag>&&) = delete;
    // The text of a Decimal. A NUL must follow it, as in a std::string.
    static Value DecimalText(std::string_view text) { return {Kind::kDecimal, 0, text}; }
    static Value TextOrNull(std::string_view text) { return text.empty() ? Null() : Of(text); }

private:
    static std::string_view AsText(std::span<const std::uint8_t> bytes) {
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
};

// Rows of parameters for one statement that runs many times.
class ParameterRows {
public:
    explicit ParameterRows(std::size_t columns) : columns_(columns) {}

    void Reserve(std::size_t rows) { values_.reserve(rows * columns_); }
    void Add(std::initializer_list<Value> row) { values_.insert(values_.end(), row); }
    // Stores a text that has no other owner; the view is valid as long as the rows.
    std::string_view Keep(std::string text) { return kept_.emplace_back(std::move(text)); }

    std::size_t size() const { return values_.size() / columns_; }
    bool empty() const { return values_.empty(); }
    std::span<const Value> Row(std::size_t index) const { return Rows(index, 1); }
    // The values of several consecutive rows.
    std::span<const Value> Rows(std::size_t first, std::size_t count) const {
        return std::span(values_).subspan(first * columns_, count * columns_);
    }

private:
    std::size_t columns_;
    std::vector<Value> values_;
    std::deque<std::string> kept_;
};

// The result of a query, in one form for both engines: integers, UUIDs as 16 raw bytes, raw bytes, and everything else
// as text. Without a column, the accessors read the first column, for queries that select a single column.
class ResultRows {
public:
    std::size_t size() const { return row_starts_.size(); }
    bool empty() const { return row_starts_.empty(); }

    // The row of parameters that this row belongs to; 0 for a single query.
    std::size_t SourceOf(std::size_t row) const { return sources_[row]; }

    bool IsNull(std::size_t row, Column column = {}) const { return CellAt(row, column).is_null; }
    std::int64_t Integer(std::size_t row, Column column = {}) const { return CellAt(row, column).integer; }
    std::string_view Text(std::size_t row, Column column = {}) const;
    std::string String(std::size_t row, Column column = {}) const { return std::string(Text(row, column)); }
    Timestamp Time(std::size_t row, Column column = {}) const { return Timestamp{Integer(row, column)}; }
    template <class IdType>
    IdType Identifier(std::size_t row, Column column = {}) const {
        return IdType{UuidAt(row, column)};
    }

    // Called by drivers only.
    void StartRow(std::size_t source);
    void AddNull() { cells_.push_back({.is_null = true}); }
    void AddInteger(std::int64_t integer) { cells_.push_back({.integer = integer}); }
    void AddText(std::string_view text);

private:
    struct Cell {
        bool is_null = false;
        std::int64_t integer = 0;
        std::size_t offset = 0;
        std::size_t length = 0;
    };

    const Cell& CellAt(std::size_t row, Column column) const { return cells_[row_starts_[row] + column.index()]; }
    Uuid UuidAt(std::size_t row, Column column) const;

    std::vector<std::size_t> row_starts_;
    std::vector<std::size_t> sources_;
    std::vector<Cell> cells_;
    std::string texts_;
};

}  // namespace fairlead::ledger
