#include "domain/tracking/click_checksum.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/tracking/any_click_test.hpp"

namespace fairlead::tracking {
namespace {

constexpr Timestamp kChecksumTime{1'794'722'400'123'456};
const OperatorId kChecksumOwner = NthId<OperatorId>(1);

ClickKey NthKey(std::uint8_t n) {
    Bytes32 service_key{};
    service_key[0] = n;
    return ClickKeyOf(service_key);
}

ClickId IdOf(std::uint32_t index, std::uint64_t chance) {
    return MakeClickId(
        {kChecksumTime, index, ChecksummedPart(NthKey(1), kChecksumOwner, kChecksumTime, index, chance)});
}

TEST(ClickChecksum, AnIdIsKnownForItsOperatorAndKeyOnly) {
    const ClickId id = IdOf(3, 77);
    EXPECT_TRUE(HasChecksum(NthKey(1), kChecksumOwner, id));
    EXPECT_FALSE(HasChecksum(NthKey(2), kChecksumOwner, id));
    EXPECT_FALSE(HasChecksum(NthKey(1), NthId<OperatorId>(2), id));
}

TEST(ClickChecksum, AChangeOfAnyBitIsNoticed) {
    const ClickId id = IdOf(3, 77);
    for (std::size_t bit = 0; bit < 128; ++bit) {
        ClickId changed = id;
        changed.uuid.bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
        EXPECT_FALSE(HasChecksum(NthKey(1), kChecksumOwner, changed)) << bit;
    }
}

TEST(ClickChecksum, ThePlaceOfAnIdCanStillBeRead) {
    const auto place = PlaceOf(IdOf(kClicksPerBatchMax - 1, 77));
    ASSERT_TRUE(place);
    EXPECT_EQ(place->batch_time, kChecksumTime);
    EXPECT_EQ(place->index, kClicksPerBatchMax - 1);
    EXPECT_EQ(place->random >> kClickChecksumBits, 77U);
}

TEST(ClickChecksum, TheChanceHasTwentyTwoBits) {
    EXPECT_EQ(IdOf(0, 5), IdOf(0, 5 + (1U << 22)));
    EXPECT_NE(IdOf(0, 5), IdOf(0, 5 + (1U << 21)));
}

RC_GTEST_PROP(ClickChecksum, EveryIdThatWasMadeIsKnown, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    const auto index = static_cast<std::uint32_t>(choose(kClicksPerBatchMax));
    RC_ASSERT(HasChecksum(NthKey(1), kChecksumOwner, IdOf(index, choose(1ULL << 62))));
}

}  // namespace
}  // namespace fairlead::tracking
