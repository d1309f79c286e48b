#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "domain/facts/fact_block.hpp"

namespace fairlead::facts {

// Nothing when the key is damaged.
std::optional<ImpressionFact> ReadImpressionKey(std::string_view key, std::int64_t times);

// As ReadBlock, but impressions are handed over by their key as it is stored, which many blocks have in common;
// `impression` answers false where a key is damaged.
bool ReadBlockWithKeys(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor,
                       const std::function<bool(std::string_view key, std::int64_t times)>& impression);

}  // namespace fairlead::facts
