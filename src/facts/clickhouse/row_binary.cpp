#include "facts/clickhouse/row_binary.hpp"

namespace fairlead::facts {

std::string_view RowBinaryReader::Take(std::uint64_t size) {
    if (size > rest_.size()) {
        ok_ = false;
        rest_ = {};
    }
    if (!ok_) return {};
    const auto taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
}

std::string_view RowBinaryReader::Text() {
    std::uint64_t size = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const auto byte = Number<std::uint8_t>();
        size |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return Take(size);
    }
    ok_ = false;
    return {};
}

void RowBinaryStream::Feed(std::string_view piece) {
    // Most rows are complete in one piece and are read in place. Only split rows are copied.
    std::string_view bytes = piece;
    if (!pending_.empty()) bytes = pending_.append(piece);
    while (!bytes.empty()) {
        RowBinaryReader reader(bytes);
        read_(reader);
        if (!reader.ok()) break;
        bytes = reader.rest();
    }
    pending_ = std::string(bytes);
}

}  // namespace fairlead::facts
