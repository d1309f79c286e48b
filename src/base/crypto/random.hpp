#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fairlead {

// Fills with bytes from the system's generator, fetched in blocks per thread: a system call per id would cost more than
// the id. For secrets use RandomHex, which never shares a block.
void FillRandom(std::span<std::uint8_t> out);

// `digits` lower-case hexadecimal digits straight from the system's generator.
std::string RandomHex(std::size_t digits);

}  // namespace fairlead
