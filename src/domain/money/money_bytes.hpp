#pragma once

#include <limits>
#include <optional>
#include <string>

#include "base/text/byte_codec.hpp"
#include "domain/money/money.hpp"

namespace fairlead {

// An amount has 128 bits: the sign, then the magnitude as two varints.
inline void AppendDecimal(std::string& out, Decimal amount) {
    __extension__ using Magnitude = unsigned __int128;
    const bool negative = amount.IsNegative();
    const auto units = static_cast<Magnitude>(negative ? -amount.units() : amount.units());
    out += static_cast<char>(negative ? 2 : 1);
    AppendVarint(out, static_cast<std::uint64_t>(units));
    AppendVarint(out, static_cast<std::uint64_t>(units >> 64));
}

// A missing amount is one byte.
inline void AppendOptional(std::string& out, const std::optional<Decimal>& amount) {
    if (amount) {
        AppendDecimal(out, *amount);
    } else {
        out += '\0';
    }
}

inline std::optional<Decimal> ReadOptionalDecimal(ByteReader& reader) {
    __extension__ using Magnitude = unsigned __int128;
    const std::uint8_t sign = reader.Byte();
    if (sign == 0) return std::nullopt;
    const std::uint64_t low = reader.Varint();
    const std::uint64_t high = reader.Varint();
    if (sign > 2 || high > std::numeric_limits<std::int64_t>::max()) {
        reader.Fail();
        return std::nullopt;
    }
    const auto units = static_cast<Decimal::Units>(static_cast<Magnitude>(high) << 64 | low);
    return Decimal::FromUnits(sign == 2 ? -units : units);
}

inline Decimal ReadDecimal(ByteReader& reader) {
    const auto amount = ReadOptionalDecimal(reader);
    if (!amount) reader.Fail();
    return amount.value_or(Decimal());
}

inline Currency ReadCurrency(ByteReader& reader) {
    const auto currency = Currency::Parse(reader.Text());
    if (!currency) reader.Fail();
    return currency.value_or(*Currency::Parse("EUR"));
}

}  // namespace fairlead
