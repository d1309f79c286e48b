#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fairlead::ledger {

enum class FrameChecksum : std::uint8_t { kWithout, kWith };

// One zstd frame of these bytes, appended to `out`. From any thread: each keeps a context of its own.
void AppendZstdFrame(std::string& out, std::string_view bytes, int level, FrameChecksum checksum);

// What the frame holds. Nothing where it is damaged or holds more than a gibibyte.
std::optional<std::string> ReadZstdFrame(std::string_view frame);

}  // namespace fairlead::ledger
