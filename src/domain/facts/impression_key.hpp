#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "domain/facts/fact_block.hpp"

namespace fairlead::facts {

// Returns nothing if the key is damaged.
std::optional<ImpressionFact> ReadImpressionKey(std::string_view key, std::int64_t times);

// Like ReadBlock, but passes the stored key of each impression, because many blocks share the same keys. `impression`
// returns false if a key is damaged.
bool ReadBlockWithKeys(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor,
                       const std::function<bool(std::string_view key, std::int64_t times)>& impression);

}  // namespace fairlead::facts
