#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

enum class FrameChecksum : std::uint8_t { kWithout, kWith };

// Appends these bytes to `out` as one zstd frame. May be called from any thread: each has its own context.
void AppendZstdFrame(std::string& out, std::string_view bytes, int level, FrameChecksum checksum);

// The content of a frame. Nothing if it is damaged or larger than a gibibyte.
std::optional<std::string> ReadZstdFrame(std::string_view frame);

}  // namespace fairlead::ledger
