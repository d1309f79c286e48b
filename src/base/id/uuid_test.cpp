#include "base/id/uuid.hpp"

#include <algorithm>
#include <cstdio>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/id/ids.hpp"
#include "base/time/set_clock.hpp"
#include "base/time/time.hpp"

namespace fairlead {
namespace {

std::uint64_t MillisecondsOf(const Uuid& id) {
    std::uint64_t ms = 0;
    for (std::size_t i = 0; i < 6; ++i) ms = ms * 256 + id.bytes[i];
    return ms;
}

std::vector<Uuid> MakeMany(std::size_t count) {
    std::vector<Uuid> ids(count);
    std::ranges::generate(ids, NewUuid);
    return ids;
}

TEST(Uuid, ANewUuidHasTheVersionAndVariantOfRfc9562) {
    for (const Uuid& id : MakeMany(1000)) {
        EXPECT_EQ(id.bytes[6] >> 4, 7);
        EXPECT_EQ(id.bytes[8] >> 6, 0b10);
    }
}

TEST(Uuid, ANewUuidBeginsWithTheTimeInMilliseconds) {
    // In a new thread: a thread that makes thousands of ids in a millisecond uses times in the future.
    std::thread([] {
        const auto before = static_cast<std::uint64_t>(Now().micros / 1000);
        const Uuid id = NewUuid();
        const auto after = static_cast<std::uint64_t>(Now().micros / 1000);
        EXPECT_GE(MillisecondsOf(id), before);
        EXPECT_LE(MillisecondsOf(id), after);
    }).join();
}

TEST(Uuid, EachIsGreaterThanThePreviousOneOfItsThread) {
    const auto ids = MakeMany(100'000);
    EXPECT_EQ(std::ranges::adjacent_find(ids, std::greater_equal()), ids.end());
}

TEST(Uuid, ALargeStepBackDoesNotLeaveIdsInTheFuture) {
    std::thread([] {
        constexpr std::int64_t kHour = 3'600 * kMicrosPerSecond;
        const Timestamp noon = *Timestamp::ParseIso8601("2026-11-15T12:00:00Z");
        SetClock({noon.micros + kHour});
        const Uuid ahead = NewUuid();
        SetClock({noon.micros + kHour - kMicrosPerSecond});
        EXPECT_GT(NewUuid(), ahead);
        SetClock(noon);
        EXPECT_EQ(MillisecondsOf(NewUuid()), static_cast<std::uint64_t>(noon.micros / 1000));
        FollowSystemClock();
    }).join();
}

TEST(Uuid, TheTextSortsLikeTheBytes) {
    const auto ids = MakeMany(1000);
    for (std::size_t i = 1; i < ids.size(); ++i) EXPECT_LT(ids[i - 1].ToString(), ids[i].ToString());
}

TEST(Uuid, ThreadsNeverMakeTheSame) {
    constexpr std::size_t kThreads = 4;
    constexpr std::size_t kEach = 25'000;
    std::vector<std::vector<Uuid>> made(kThreads);
    std::vector<std::thread> threads;
    for (auto& ids : made) threads.emplace_back([&ids] { ids = MakeMany(kEach); });
    for (auto& thread : threads) thread.join();
    std::set<Uuid> all;
    for (const auto& ids : made) all.insert(ids.begin(), ids.end());
    EXPECT_EQ(all.size(), kThreads * kEach);
}

TEST(Uuid, IsReadInEitherCaseAndWrittenInLowerCase) {
    const auto id = Uuid::Parse("0190A0B0-c0d0-7E0F-8a1b-2C3D4E5F6071");
    ASSERT_TRUE(id.has_value());
    EXPECT_EQ(id->bytes, (std::array<std::uint8_t, 16>{0x01, 0x90, 0xA0, 0xB0, 0xC0, 0xD0, 0x7E, 0x0F, 0x8A, 0x1B, 0x2C,
                                                       0x3D, 0x4E, 0x5F, 0x60, 0x71}));
    EXPECT_EQ(id->ToString(), "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071");
}

TEST(Uuid, ItsHalvesAreNumbers) {
    const Uuid id = *Uuid::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071");
    EXPECT_EQ(id.FirstHalf(), 0x0190A0B0C0D07E0FU);
    EXPECT_EQ(id.LastHalf(), 0x8A1B2C3D4E5F6071U);
    EXPECT_EQ(Uuid::FromHalves(0x0190A0B0C0D07E0FU, 0x8A1B2C3D4E5F6071U), id);
}

TEST(Uuid, AnyVersionIsRead) {
    EXPECT_TRUE(Uuid::Parse("00000000-0000-0000-0000-000000000000").has_value());
    EXPECT_TRUE(Uuid::Parse("ffffffff-ffff-ffff-ffff-ffffffffffff").has_value());
}

TEST(Uuid, OnlyTheCanonicalFormIsRead) {
    for (const std::string_view text :
         {"", "0190a0b0", "0190a0b0c0d07e0f8a1b2c3d4e5f6071", "{0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071}",
          "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f607", "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f60711",
          "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f607g", "0190a0b0-c0d0-7e0f-8a1b+2c3d4e5f6071",
          "0190a0b0c-0d0-7e0f-8a1b-2c3d4e5f6071", "-190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071",
          " 190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071", "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f607 "}) {
        EXPECT_FALSE(Uuid::Parse(text).has_value()) << text;
    }
}

TEST(Uuid, AnIdHasATypeOfItsOwn) {
    const auto brand = BrandId::Parse("0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071");
    ASSERT_TRUE(brand.has_value());
    EXPECT_EQ(brand->ToString(), "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071");
    EXPECT_FALSE(BrandId::Parse("brand").has_value());
    static_assert(!std::is_convertible_v<BrandId, OperatorId> && !std::is_constructible_v<PlayerId, BrandId>);
}

RC_GTEST_PROP(Uuid, AnyBytesAreWrittenAndReadBack, ()) {
    const auto bytes = *rc::gen::container<std::array<std::uint8_t, 16>>(rc::gen::arbitrary<std::uint8_t>());
    std::string expected;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::array<char, 3> pair{};
        std::snprintf(pair.data(), pair.size(), "%02x", bytes[i]);
        if (i == 4 || i == 6 || i == 8 || i == 10) expected += '-';
        expected += pair.data();
    }
    const Uuid id = Uuid::FromBytes(bytes);
    RC_ASSERT(id.ToString() == expected);
    RC_ASSERT(Uuid::Parse(expected) == id);
}

}  // namespace
}  // namespace fairlead
