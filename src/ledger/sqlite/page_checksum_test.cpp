#include "ledger/sqlite/page_checksum.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fairlead::ledger {
namespace {

std::string SomePage() {
    std::string page(4096, '\0');
    for (std::size_t i = 0; i < page.size(); ++i) page[i] = static_cast<char>(i * i % 251);
    SetPageChecksum(page);
    return page;
}

TEST(PageChecksum, APageAsItWasWrittenIsIntact) { EXPECT_TRUE(IsPageIntact(SomePage())); }

TEST(PageChecksum, APageThatWasNeverWrittenIsIntact) { EXPECT_TRUE(IsPageIntact(std::string(4096, '\0'))); }

// From the definition: two running sums over the words of the content.
TEST(PageChecksum, HasTheFormOfCksumvfs) {
    std::string page(512, '\0');
    page[0] = 1;
    page[4] = 2;
    SetPageChecksum(page);
    // After the first pair the sums are 1 and 3. Each of the 62 pairs of zeros adds the second sum to the first and the
    // first to the second.
    std::uint32_t first = 1;
    std::uint32_t second = 3;
    for (int i = 0; i < 62; ++i) {
        first += second;
        second += first;
    }
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(static_cast<std::uint8_t>(page[504 + i]), first >> (8 * i) & 0xFF);
        EXPECT_EQ(static_cast<std::uint8_t>(page[508 + i]), second >> (8 * i) & 0xFF);
    }
}

TEST(PageChecksum, AFlippedBitIsNoticedAndFound) {
    for (std::size_t bit = 0; bit < 4096 * 8; bit += 1009) {
        std::string page = SomePage();
        page[bit / 8] = static_cast<char>(page[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_FALSE(IsPageIntact(page));
        EXPECT_THAT(FindFlippedBits(page), testing::Contains(bit));
    }
}

TEST(PageChecksum, AllPlacesAreFound) {
    std::string page = SomePage();
    page[4000] = static_cast<char>(page[4000] ^ 32);
    std::vector<std::size_t> expected;
    for (std::size_t bit = 0; bit < 4096 * std::size_t{8}; ++bit) {
        std::string flipped = page;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        if (IsPageIntact(flipped)) expected.push_back(bit);
    }
    EXPECT_EQ(FindFlippedBits(page), expected);
}

// The highest bits of many words have the same effect on the sums.
TEST(PageChecksum, AHighBitHasSeveralPlaces) {
    std::string page = SomePage();
    page[3003] = static_cast<char>(page[3003] ^ 0x80);
    const auto places = FindFlippedBits(page);
    EXPECT_THAT(places, testing::Contains(3003 * 8 + 7));
    EXPECT_THAT(places, testing::SizeIs(testing::Gt(1)));
    for (const std::size_t bit : places) {
        std::string flipped = page;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
        EXPECT_TRUE(IsPageIntact(flipped)) << bit;
    }
}

TEST(PageChecksum, TwoFlippedBitsAreNoticed) {
    std::string page = SomePage();
    page[17] = static_cast<char>(page[17] ^ 1);
    page[2000] = static_cast<char>(page[2000] ^ 64);
    EXPECT_FALSE(IsPageIntact(page));
    EXPECT_THAT(FindFlippedBits(page), testing::IsEmpty());
}

TEST(PageChecksum, AHeadThatIsNoDatabaseIsRefused) {
    EXPECT_FALSE(ReadFileHead(std::string(100, 'x')));
    EXPECT_FALSE(ReadFileHead(std::string_view("SQLite format 3\0", 16)));
}

}  // namespace
}  // namespace fairlead::ledger
