#pragma once

#include <bit>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "base/id/uuid.hpp"
#include "base/number/decimal.hpp"

namespace fairlead::facts {

// Reads the columns of a row in ClickHouse's RowBinary format. After the end of the data every read returns zero or
// empty, and `ok` stays false.
class RowBinaryReader {
public:
    explicit RowBinaryReader(std::string_view bytes) : rest_(bytes) {}

    bool ok() const { return ok_; }
    std::string_view rest() const { return rest_; }

    template <class Integer>
    Integer Number() {
        static_assert(std::endian::native == std::endian::little, "RowBinary is little-endian");
        Integer value = 0;
        const auto bytes = Take(sizeof(value));
        if (ok_) std::memcpy(&value, bytes.data(), sizeof(value));
        return value;
    }

    Decimal Amount() { return Decimal::FromUnits(Number<Decimal::Units>()); }

    Uuid Id() {
        Uuid id;
        const auto bytes = Take(id.bytes.size());
        if (ok_) std::memcpy(id.bytes.data(), bytes.data(), id.bytes.size());
        return id;
    }

    // Valid as long as the data.
    std::string_view Text();

private:
    std::string_view Take(std::uint64_t size);

    std::string_view rest_;
    bool ok_ = true;
};

// Splits an answer that arrives in pieces into rows.
class RowBinaryStream {
public:
    // Reads one row. It must have no effect if `ok` is false at the end, because the rest of that row is still to come.
    using ReadRow = std::function<void(RowBinaryReader&)>;

    explicit RowBinaryStream(const ReadRow& read) : read_(read) {}

    void Feed(std::string_view piece);
    // Whether no incomplete row is left.
    bool IsWhole() const { return pending_.empty(); }

private:
    const ReadRow& read_;
    std::string pending_;  // The beginning of an incomplete row.
};

}  // namespace fairlead::facts
