#include "ledger/sql/value.hpp"

#include <algorithm>

#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {

std::string_view ResultRows::Text(std::size_t row, Column column) const {
    const Cell& cell = CellAt(row, column);
    return std::string_view(texts_).substr(cell.offset, cell.length);
}

Uuid ResultRows::UuidAt(std::size_t row, Column column) const {
    const std::string_view bytes = Text(row, column);
    Uuid id;
    CheckReadable(bytes.size() == id.bytes.size(), "an id");
    std::ranges::copy(bytes, id.bytes.begin());
    return id;
}

void ResultRows::StartRow(std::size_t source) {
    row_starts_.push_back(cells_.size());
    sources_.push_back(source);
}

void ResultRows::AddText(std::string_view text) {
    cells_.push_back({.offset = texts_.size(), .length = text.size()});
    texts_.append(text);
}

}  // namespace fairlead::ledger
