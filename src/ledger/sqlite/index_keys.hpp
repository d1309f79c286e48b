#pragma once

#include <array>
#include <optional>
#include <string>

#include <rocksdb/db.h>

#include "base/ids.hpp"
#include "base/result.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {

// How entries of the index look as bytes: see the grammar in derived_index.hpp.

inline std::string OperatorKey(std::string_view prefix, OperatorId owner) {
    std::string key(prefix);
    return key.append(reinterpret_cast<const char*>(owner.uuid.bytes.data()), owner.uuid.bytes.size());
}

inline std::string EventsUpToKey(OperatorId owner) { return OperatorKey("upto", owner); }
inline std::string BlocksUpToKey(OperatorId owner) { return OperatorKey("blok", owner); }
inline std::string AccrualsUpToKey(OperatorId owner) { return OperatorKey("accr", owner); }

inline std::array<char, 8> EncodeNumber(std::int64_t number) {
    std::array<char, 8> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(number >> (8 * i));
    return bytes;
}

inline std::int64_t DecodeNumber(rocksdb::Slice bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        number |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    }
    return static_cast<std::int64_t>(number);
}

inline constexpr std::size_t kPostingKeyLength = 17;

// Big endian: the store orders by bytes, and postings are read in the order of their numbers.
inline std::array<char, kPostingKeyLength> PostingKey(std::uint64_t term, std::int64_t number) {
    std::array<char, kPostingKeyLength> key{'p'};
    for (std::size_t i = 0; i < 8; ++i) {
        key[1 + i] = static_cast<char>(term >> (8 * (7 - i)));
        key[9 + i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * (7 - i)));
    }
    return key;
}

// Nothing where the key is not that of a posting: digests of other entries may lie between.
inline std::optional<std::int64_t> NumberOfPosting(rocksdb::Slice key) {
    if (key.size() != kPostingKeyLength) return std::nullopt;
    std::uint64_t number = 0;
    for (std::size_t i = 9; i < kPostingKeyLength; ++i) {
        number = number << 8 | static_cast<std::uint8_t>(key[i]);
    }
    return static_cast<std::int64_t>(number);
}

inline std::unexpected<Error> IndexFailed(const rocksdb::Status& status) {
    telemetry::LogError("the index failed", {{"reason", status.ToString()}});
    return Fail(ErrorCode::kLedgerFailed, "the ledger could not do it");
}

inline rocksdb::WriteOptions WithoutLog() {
    rocksdb::WriteOptions options;
    options.disableWAL = true;  // The ledger is the log.
    return options;
}

}  // namespace fairlead::ledger
