#include "base/id/uuid.hpp"

#include <algorithm>

#include "base/crypto/random.hpp"
#include "base/time/time.hpp"

namespace fairlead {
namespace {

// Two minutes, in 1/4096 milliseconds.
constexpr std::uint64_t kStepsAheadMax = std::uint64_t{120'000} << 12;
constexpr std::string_view kUuidDigits = "0123456789abcdef";

constexpr bool IsDashPosition(std::size_t i) { return i == 8 || i == 13 || i == 18 || i == 23; }

int HexValue(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::uint64_t NumberOf(std::span<const std::uint8_t, 8> bytes) {
    std::uint64_t number = 0;
    for (const std::uint8_t byte : bytes) number = number << 8 | byte;
    return number;
}

}  // namespace

std::optional<Uuid> Uuid::Parse(std::string_view text) {
    if (text.size() != kTextLength) return std::nullopt;
    Uuid id;
    std::size_t nibble = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (IsDashPosition(i)) {
            if (text[i] != '-') return std::nullopt;
            continue;
        }
        const int value = HexValue(text[i]);
        if (value < 0) return std::nullopt;
        auto& byte = id.bytes[nibble / 2];
        byte = static_cast<std::uint8_t>((byte << 4) | value);
        ++nibble;
    }
    return id;
}

Uuid Uuid::FromBytes(std::span<const std::uint8_t, 16> bytes) {
    Uuid id;
    std::ranges::copy(bytes, id.bytes.begin());
    return id;
}

Uuid Uuid::FromHalves(std::uint64_t first, std::uint64_t last) {
    Uuid id;
    for (std::size_t i = 0; i < 8; ++i) {
        id.bytes[i] = static_cast<std::uint8_t>(first >> (56 - 8 * i));
        id.bytes[i + 8] = static_cast<std::uint8_t>(last >> (56 - 8 * i));
    }
    return id;
}

std::uint64_t Uuid::FirstHalf() const { return NumberOf(std::span(bytes).first<8>()); }

std::uint64_t Uuid::LastHalf() const { return NumberOf(std::span(bytes).last<8>()); }

void Uuid::Write(char* out) const {
    std::size_t nibble = 0;
    for (std::size_t i = 0; i < kTextLength; ++i) {
        if (IsDashPosition(i)) {
            out[i] = '-';
            continue;
        }
        const std::uint8_t byte = bytes[nibble / 2];
        out[i] = kUuidDigits[nibble % 2 == 0 ? byte >> 4 : byte & 0x0F];
        ++nibble;
    }
}

std::string Uuid::ToString() const {
    std::string text(kTextLength, '\0');
    Write(text.data());
    return text;
}

Uuid NewUuid() {
    // The first 60 bits are milliseconds and 1/4096 milliseconds, so that ids of different threads are also ordered by
    // time. If a thread creates ids faster than that, adding 1 to the previous value keeps the order. If the clock is
    // set back far, the order starts again, because otherwise all further ids would have the wrong time.
    thread_local std::uint64_t last = 0;
    const auto now_micros = static_cast<std::uint64_t>(Now().micros);
    const std::uint64_t now = ((now_micros / 1000) << 12) | ((now_micros % 1000) * 4096 / 1000);
    last = last > now + kStepsAheadMax ? now : std::max(last + 1, now);

    Uuid id;
    FillRandom(std::span(id.bytes).subspan<8>());
    const std::uint64_t ms = last >> 12;
    for (std::size_t i = 0; i < 6; ++i) id.bytes[i] = static_cast<std::uint8_t>(ms >> (40 - 8 * i));
    id.bytes[6] = static_cast<std::uint8_t>(0x70 | ((last >> 8) & 0x0F));
    id.bytes[7] = static_cast<std::uint8_t>(last & 0xFF);
    id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3F) | 0x80);
    return id;
}

}  // namespace fairlead
