#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fairlead {

// Fills `out` with bytes from the system's random generator. Each thread fetches them in blocks, because a system call
// per id would cost more than the id. For secrets use RandomHex, which does not use these blocks.
void FillRandom(std::span<std::uint8_t> out);

// Returns `digits` lower-case hexadecimal digits, read directly from the system's random generator.
std::string RandomHex(std::size_t digits);

}  // namespace fairlead
