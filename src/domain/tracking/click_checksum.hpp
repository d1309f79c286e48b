#pragma once

#include <cstdint>

#include "base/crypto/secrets.hpp"
#include "domain/tracking/click_id.hpp"

namespace fairlead::tracking {

// The random part of a click id has 22 random bits and then 24 bits of a keyed checksum over the operator and the rest
// of the id. So the service recognizes an id that it made for this operator even if the click is not recorded yet. A
// foreign id passes once in 16 million. Ids of the first releases have 46 random bits and no checksum.
inline constexpr int kClickChecksumBits = 24;
inline constexpr int kClickChanceBits = kClickRandomBits - kClickChecksumBits;

using ClickKey = Bytes16;

// The key for checksums, from the key that all nodes share.
ClickKey ClickKeyOf(const Bytes32& service_key);

// The random part of the id of this place. Only the lowest kClickChanceBits of `chance` are used.
std::uint64_t ChecksummedPart(const ClickKey& key, OperatorId owner, Timestamp batch_time, std::uint32_t index,
                              std::uint64_t chance);

// Whether the checksum of the id is right for this operator.
bool HasChecksum(const ClickKey& key, OperatorId owner, ClickId id);

}  // namespace fairlead::tracking
