#include "ledger/sqlite/tree_page.hpp"

#include <algorithm>

#include "base/crypto/secrets.hpp"
#include "base/id/uuid.hpp"
#include "ledger/sqlite/page_checksum.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::uint8_t kInteriorIndex = 2;
constexpr std::uint8_t kInteriorTable = 5;
constexpr std::uint8_t kLeafIndex = 10;
constexpr std::uint8_t kLeafTable = 13;
constexpr std::size_t kFileHeadLength = 100;
constexpr std::size_t kShownBytesMax = 64;

// How many bytes a value of this type has in a record.
std::size_t BytesOfType(std::uint64_t type) {
    constexpr std::size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
    return type < 12 ? kSizes[type] : static_cast<std::size_t>((type - 12) / 2);
}

std::string ShowNumber(std::string_view bytes) {
    std::uint64_t number = !bytes.empty() && static_cast<signed char>(bytes[0]) < 0 ? ~std::uint64_t{0} : 0;
    for (const char byte : bytes) number = number << 8 | static_cast<std::uint8_t>(byte);
    return std::to_string(static_cast<std::int64_t>(number));
}

std::string Show(std::uint64_t type, std::string_view bytes) {
    if (type == 0) return "null";
    if (type == 8 || type == 9) return type == 8 ? "0" : "1";
    if (type < 12) return ShowNumber(bytes);
    const std::string_view shown = bytes.substr(0, kShownBytesMax);
    const std::span raw(reinterpret_cast<const std::uint8_t*>(shown.data()), shown.size());
    if (type % 2 == 0 && raw.size() == 16) return Uuid::FromBytes(raw.first<16>()).ToString();
    return type % 2 == 0 ? ToHex(raw) : "'" + std::string(shown) + "'";
}

}  // namespace

TreePage::TreePage(std::span<const char> bytes, std::uint32_t number)
    : bytes_(bytes),
      head_(number == 1 ? kFileHeadLength : 0),
      type_(bytes.size() > head_ ? static_cast<std::uint8_t>(bytes[head_]) : 0) {}

bool TreePage::IsLeaf() const { return type_ == kLeafIndex || type_ == kLeafTable; }
bool TreePage::HasRecords() const { return IsLeaf() || type_ == kInteriorIndex; }

// Zero beyond the end.
std::uint64_t TreePage::Number(std::size_t at, std::size_t size) const {
    std::uint64_t number = 0;
    for (std::size_t i = at; i < at + size; ++i) {
        number = number << 8 | (i < bytes_.size() ? static_cast<std::uint8_t>(bytes_[i]) : 0U);
    }
    return number;
}

std::uint64_t TreePage::Varint(std::size_t& at) const {
    std::uint64_t number = 0;
    for (int i = 0; i < 9; ++i) {
        const auto byte = Number(at++, 1);
        if (i == 8) return number << 8 | byte;
        number = number << 7 | (byte & 0x7F);
        if ((byte & 0x80) == 0) break;
    }
    return number;
}

// How much of a record of this size is on the page.
std::size_t TreePage::LocalBytes(std::uint64_t payload) const {
    const std::uint64_t usable = bytes_.size() - kPageChecksumBytes;
    const std::uint64_t max = type_ == kLeafTable ? usable - 35 : (usable - 12) * 64 / 255 - 23;
    if (payload <= max) return static_cast<std::size_t>(payload);
    const std::uint64_t min = (usable - 12) * 32 / 255 - 23;
    const std::uint64_t wanted = min + (payload - min) % (usable - 4);
    return static_cast<std::size_t>(wanted <= max ? wanted : min);
}

std::optional<TreePage::Cell> TreePage::CellAt(std::size_t at) const {
    Cell cell;
    if (!IsLeaf()) {
        cell.left_child = static_cast<std::uint32_t>(Number(at, 4));
        at += 4;
    }
    if (HasRecords()) {
        const std::uint64_t payload = Varint(at);
        if (type_ == kLeafTable) (void)Varint(at);
        const std::size_t local = LocalBytes(payload);
        cell.record = at;
        cell.end = at + local;
        if (cell.end > bytes_.size()) return std::nullopt;
        if (local < payload) cell.overflow = static_cast<std::uint32_t>(Number(cell.end, 4));
    }
    return cell;
}

std::vector<TreePage::Cell> TreePage::Cells() const {
    std::vector<Cell> cells;
    if (!HasRecords() && type_ != kInteriorTable) return cells;
    const auto count = static_cast<std::size_t>(Number(head_ + 3, 2));
    const std::size_t pointers = head_ + (IsLeaf() ? 8 : 12);
    for (std::size_t i = 0; i < count && pointers + 2 * i + 2 <= bytes_.size(); ++i) {
        if (const auto cell = CellAt(static_cast<std::size_t>(Number(pointers + 2 * i, 2)))) cells.push_back(*cell);
    }
    return cells;
}

std::vector<std::uint32_t> TreePage::Children() const {
    std::vector<std::uint32_t> children;
    if (type_ != kInteriorIndex && type_ != kInteriorTable) return children;
    for (const Cell& cell : Cells()) children.push_back(cell.left_child);
    children.push_back(static_cast<std::uint32_t>(Number(head_ + 8, 4)));
    return children;
}

std::vector<std::uint32_t> TreePage::Overflows() const {
    std::vector<std::uint32_t> overflows;
    for (const Cell& cell : Cells()) {
        if (cell.overflow != 0) overflows.push_back(cell.overflow);
    }
    return overflows;
}

std::optional<TreePage::Place> TreePage::PlaceOf(std::size_t byte) const {
    const auto cells = Cells();
    const auto cell =
        std::ranges::find_if(cells, [&](const Cell& one) { return one.record <= byte && byte < one.end; });
    if (cell == cells.end()) return std::nullopt;
    std::size_t type_at = cell->record;
    const std::size_t types_end = std::min<std::size_t>(cell->record + Varint(type_at), cell->end);
    std::size_t value_at = types_end;
    Place place;
    bool found = false;
    while (type_at < types_end) {
        const std::size_t from = type_at;
        const std::uint64_t type = Varint(type_at);
        const std::size_t value_end = std::min(value_at + BytesOfType(type), cell->end);
        const bool is_here = (byte >= from && byte < type_at) || (byte >= value_at && byte < value_end);
        if (is_here) place.column = place.values.size();
        found = found || is_here;
        place.values.push_back(Show(type, std::string_view(bytes_.data() + value_at, value_end - value_at)));
        value_at = value_end;
    }
    return found ? std::optional(std::move(place)) : std::nullopt;
}

}  // namespace fairlead::ledger
