#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fairlead {

// A UUID as its 16 bytes.
struct Uuid {
    std::array<std::uint8_t, 16> bytes{};

    static constexpr std::size_t kTextLength = 36;

    // Accepts only the canonical 8-4-4-4-12 form, in upper or lower case.
    static std::optional<Uuid> Parse(std::string_view text);
    static Uuid FromBytes(std::span<const std::uint8_t, 16> bytes);
    // The first and the last eight bytes as numbers, the most significant byte first.
    static Uuid FromHalves(std::uint64_t first, std::uint64_t last);
    std::uint64_t FirstHalf() const;
    std::uint64_t LastHalf() const;

    std::string ToString() const;
    // Writes exactly kTextLength characters.
    void Write(char* out) const;

    auto operator<=>(const Uuid&) const = default;
};

// Returns a new version 7 UUID: 48 bits of milliseconds, 12 bits of their fraction, then random bits. Within one thread
// each is greater than the previous one, even when the clock steps back by up to two minutes.
Uuid NewUuid();

}  // namespace fairlead

template <>
struct std::hash<fairlead::Uuid> {
    std::size_t operator()(const fairlead::Uuid& id) const noexcept {
        // UUIDs from NewUuid end in random bytes. The multiplication spreads the bytes of other UUIDs.
        std::uint64_t high = 0;
        std::uint64_t low = 0;
        std::memcpy(&high, id.bytes.data(), 8);
        std::memcpy(&low, id.bytes.data() + 8, 8);
        return static_cast<std::size_t>((high ^ (low * 0x9E3779B97F4A7C15ULL)) * 0xD6E8FEB86659FD93ULL);
    }
};
