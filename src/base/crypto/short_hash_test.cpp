#include "base/crypto/short_hash.hpp"

#include <numeric>

#include <gtest/gtest.h>

namespace fairlead {
namespace {

// The first vectors of the reference implementation of SipHash-2-4: the key is 00 01 … 0f, the input 00 01 … of the
// length.
TEST(ShortHash, IsSipHash) {
    Bytes16 key;
    std::iota(key.begin(), key.end(), std::uint8_t{0});
    std::array<std::uint8_t, 64> input;
    std::iota(input.begin(), input.end(), std::uint8_t{0});
    EXPECT_EQ(ShortHash(std::span(input).first(0), key), 0x726fdb47dd0e0e31ULL);
    EXPECT_EQ(ShortHash(std::span(input).first(1), key), 0x74f839c593dc67fdULL);
    EXPECT_EQ(ShortHash(std::span(input).first(8), key), 0x93f5f5799a932462ULL);
    EXPECT_EQ(ShortHash(std::span(input).first(15), key), 0xa129ca6149be45e5ULL);
}

}  // namespace
}  // namespace fairlead
