#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"

namespace fairlead {

// Writes and reads the compact binary form of records. Integers are LEB128 varints, signed ones with zigzag encoding.
// A text is preceded by its length. An id is its 16 bytes.

inline void AppendVarint(std::string& out, std::uint64_t value) {
    while (value >= 0x80) {
        out += static_cast<char>(value | 0x80);
        value >>= 7;
    }
    out += static_cast<char>(value);
}

inline void AppendSigned(std::string& out, std::int64_t value) {
    AppendVarint(out, (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
}

inline void AppendText(std::string& out, std::string_view text) {
    AppendVarint(out, text.size());
    out.append(text);
}

inline void AppendBytes(std::string& out, const Bytes16& bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

template <class Tag>
void AppendId(std::string& out, const Id<Tag>& id) {
    AppendBytes(out, id.uuid.bytes);
}

// Reads values in the order in which they were written. After a missing or malformed value every read returns zero or
// empty and `ok` stays false, so callers check once, at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    // Rejects a value that is well formed but not possible.
    void Fail() { ok_ = false; }
    bool AtEnd() const { return rest_.empty(); }

    std::uint8_t Byte() {
        const auto bytes = Take(1);
        return bytes.empty() ? 0 : static_cast<std::uint8_t>(bytes[0]);
    }

    std::uint64_t Varint() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t byte = Byte();
            value |= std::uint64_t{byte & 0x7FU} << shift;
            if (byte < 0x80) return value;
        }
        ok_ = false;
        return 0;
    }

    std::int64_t Signed() {
        const std::uint64_t value = Varint();
        return static_cast<std::int64_t>((value >> 1) ^ (0 - (value & 1)));
    }

    std::string_view Text() { return Take(Varint()); }

    Bytes16 Bytes() {
        Bytes16 bytes{};
        const auto taken = Take(bytes.size());
        if (!taken.empty()) std::memcpy(bytes.data(), taken.data(), bytes.size());
        return bytes;
    }

    template <class IdType>
    IdType ReadId() {
        return IdType{Uuid{Bytes()}};
    }

    // The unread bytes.
    std::string_view rest() const { return rest_; }

private:
    std::string_view Take(std::uint64_t size) {
        if (size > rest_.size()) {
            ok_ = false;
            rest_ = {};
        }
        const std::string_view taken = rest_.substr(0, ok_ ? size : 0);
        rest_.remove_prefix(taken.size());
        return taken;
    }

    std::string_view rest_;
    bool ok_ = true;
};

}  // namespace fairlead
