#pragma once

#include <cstdint>
#include <span>

#include "base/crypto/secrets.hpp"

namespace fairlead {

// SipHash-2-4. Fast enough for every request. Nobody can compute it, or find two inputs with the same hash, without the
// key.
std::uint64_t ShortHash(std::span<const std::uint8_t> data, const Bytes16& key);

}  // namespace fairlead
