#include "base/crypto/secrets.hpp"

#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sodium.h>

#include "base/crypto/random.hpp"

namespace fairlead {
namespace {

using namespace std::string_view_literals;

Bytes32 CountingKey() {
    Bytes32 key;
    std::iota(key.begin(), key.end(), std::uint8_t{0});
    return key;
}

// The expected digests come from another implementation of BLAKE2b (Python's hashlib).
TEST(Digest256, IsBlake2b256) {
    EXPECT_EQ(ToHex(Digest256("")), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    EXPECT_EQ(ToHex(Digest256("abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

TEST(Digester128, IsBlake2b128OverPartsWithTheirLengths) {
    EXPECT_EQ(ToHex(Digester128().Add("ab"sv).Add("c"sv).Finish()), "4826ed043ab3cdec576d8541fa5d5a80");
    EXPECT_EQ(ToHex(Digester128(CountingKey()).Add("ab"sv).Add("c"sv).Finish()), "c006572bf2a0f76fe91755c911b607d2");
    EXPECT_EQ(ToHex(Digester128().Add(std::int64_t{-2}).Finish()), "7db6dcb9142f03dd91487a305f5e8af8");
}

TEST(Digester128, BytesAndTextOfTheSameContentAreTheSamePart) {
    const std::array<std::uint8_t, 2> bytes{'a', 'b'};
    EXPECT_EQ(Digester128().Add(bytes).Finish(), Digester128().Add("ab"sv).Finish());
}

TEST(Digester128, AnEmptyPartCounts) {
    EXPECT_NE(Digester128().Add("a"sv).Finish(), Digester128().Add("a"sv).Add(""sv).Finish());
    EXPECT_NE(Digester128().Add(""sv).Add("a"sv).Finish(), Digester128().Add("a"sv).Add(""sv).Finish());
}

RC_GTEST_PROP(Digester128, PartsNeverRunIntoEachOther, (const std::string& text)) {
    const auto cut = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const auto other = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
    const std::string_view view(text);
    const auto digest = [view](std::size_t at) {
        return Digester128().Add(view.substr(0, at)).Add(view.substr(at)).Finish();
    };
    RC_ASSERT((digest(cut) == digest(other)) == (cut == other));
    RC_ASSERT(digest(cut) != Digester128().Add(view).Finish());
}

TEST(EqualInConstantTime, ComparesContentAndLength) {
    const std::array<std::uint8_t, 3> a{1, 2, 3};
    const std::array<std::uint8_t, 3> same{1, 2, 3};
    const std::array<std::uint8_t, 4> longer{1, 2, 3, 0};
    EXPECT_TRUE(EqualInConstantTime(a, same));
    EXPECT_FALSE(EqualInConstantTime(a, longer));
    EXPECT_TRUE(EqualInConstantTime({}, {}));
    for (std::size_t i = 0; i < a.size(); ++i) {
        auto changed = a;
        changed[i] ^= 0x80;
        EXPECT_FALSE(EqualInConstantTime(a, changed)) << i;
    }
}

RC_GTEST_PROP(Seal, ASealedTextIsUnsealedWithTheSameKey, (const std::string& plain)) {
    const Bytes32 key = RandomKey();
    const std::string sealed = Seal(plain, key);
    RC_ASSERT(Unseal(sealed, key) == plain);
    RC_ASSERT(!Unseal(sealed, RandomKey()).has_value());
}

TEST(Seal, AnyChangedBitIsDetected) {
    const Bytes32 key = CountingKey();
    const std::string sealed = Seal("the address key", key);
    for (std::size_t bit = 0; bit < sealed.size() * 8; ++bit) {
        std::string changed = sealed;
        changed[bit / 8] = static_cast<char>(static_cast<unsigned char>(changed[bit / 8]) ^ (1U << (bit % 8)));
        EXPECT_FALSE(Unseal(changed, key).has_value()) << bit;
    }
}

TEST(Seal, ATruncatedOrExtendedTextIsDetected) {
    const Bytes32 key = CountingKey();
    const std::string sealed = Seal("the address key", key);
    for (std::size_t length = 0; length < sealed.size(); ++length) {
        EXPECT_FALSE(Unseal(std::string_view(sealed).substr(0, length), key).has_value()) << length;
    }
    EXPECT_FALSE(Unseal(sealed + '\0', key).has_value());
}

TEST(Seal, TheSameTextIsSealedDifferentlyEachTimeAndNotReadable) {
    const Bytes32 key = CountingKey();
    EXPECT_NE(Seal("the address key", key), Seal("the address key", key));
    EXPECT_EQ(Seal("the address key", key).find("address"), std::string::npos);
}

TEST(Password, IsStoredAsArgon2idWithItsOwnSalt) {
    const std::string hash = HashPassword("correct horse");
    EXPECT_TRUE(hash.starts_with("$argon2id$"));
    EXPECT_EQ(crypto_pwhash_str_verify(hash.c_str(), "correct horse", 13), 0);
    EXPECT_NE(crypto_pwhash_str_verify(hash.c_str(), "correct horsf", 13), 0);
    EXPECT_NE(hash, HashPassword("correct horse"));
}

TEST(Hex, AKeyIsReadFromExactly64Digits) {
    const std::string hex = ToHex(CountingKey());
    EXPECT_EQ(hex, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    EXPECT_EQ(KeyFromHex(hex), CountingKey());
    EXPECT_EQ(KeyFromHex("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F"), CountingKey());
    EXPECT_FALSE(KeyFromHex("").has_value());
    EXPECT_FALSE(KeyFromHex(hex.substr(2)).has_value());
    EXPECT_FALSE(KeyFromHex(hex.substr(1)).has_value());
    EXPECT_FALSE(KeyFromHex(hex + "00").has_value());
    EXPECT_FALSE(KeyFromHex(hex.substr(1) + "g").has_value());
    EXPECT_FALSE(KeyFromHex(" " + hex.substr(1)).has_value());
}

TEST(Random, HexHasTheRequestedLengthAndDiffersEachTime) {
    for (const std::size_t digits : {0U, 1U, 7U, 56U, 64U}) {
        const std::string hex = RandomHex(digits);
        EXPECT_EQ(hex.size(), digits);
        EXPECT_EQ(hex.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
    EXPECT_NE(RandomHex(56), RandomHex(56));
    EXPECT_NE(RandomKey(), RandomKey());
}

TEST(Random, BytesAreNewInSmallAndLargeRequests) {
    for (const std::size_t size : {16U, 600U, 1024U, 1025U, 5000U}) {
        std::vector<std::uint8_t> first(size);
        std::vector<std::uint8_t> second(size);
        FillRandom(first);
        FillRandom(second);
        EXPECT_NE(first, second) << size;
        EXPECT_NE(first, std::vector<std::uint8_t>(size)) << size;
    }
}

}  // namespace
}  // namespace fairlead
