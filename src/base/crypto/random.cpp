#include "base/crypto/random.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <sodium.h>

namespace fairlead {

void FillRandom(std::span<std::uint8_t> out) {
    thread_local std::array<std::uint8_t, 1024> block;
    thread_local std::size_t used = block.size();
    if (out.size() > block.size()) {
        randombytes_buf(out.data(), out.size());
        return;
    }
    if (block.size() - used < out.size()) {
        randombytes_buf(block.data(), block.size());
        used = 0;
    }
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(used), out.size(), out.begin());
    used += out.size();
}

std::string RandomHex(std::size_t digits) {
    std::vector<std::uint8_t> bytes(digits / 2 + 1);
    randombytes_buf(bytes.data(), bytes.size());
    std::string hex(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(hex.data(), hex.size(), bytes.data(), bytes.size());
    hex.resize(digits);
    return hex;
}

}  // namespace fairlead
