#include "domain/tracking/click_id.hpp"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/crypto/secrets.hpp"

namespace fairlead::tracking {
namespace {

constexpr std::uint64_t kRandoms = std::uint64_t{1} << kClickRandomBits;
// The time of a UUIDv7 has 48 bits of milliseconds.
constexpr std::int64_t kMicrosMax = (std::int64_t{1} << 48) * 1000 - 1;

rc::Gen<ClickPlace> AnyPlace() {
    const auto micros = rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, kMicrosMax),
                                       rc::gen::inRange<std::int64_t>(0, 3000), rc::gen::just(kMicrosMax));
    return rc::gen::map(rc::gen::tuple(micros, rc::gen::inRange<std::uint32_t>(0, kClicksPerBatchMax),
                                       rc::gen::inRange<std::uint64_t>(0, kRandoms)),
                        [](const auto& parts) {
                            const auto& [time, index, random] = parts;
                            return ClickPlace{Timestamp{time}, index, random};
                        });
}

TEST(ClickIdOf, AClickIsAUuidOfVersionSeven) {
    // 2026-11-15T06:00:00.123456Z is 1794722400123 ms (0x1A1DDCA877B) and 456 µs, which are 1867 (0x74B) of 4096 steps.
    const ClickPlace place{*Timestamp::ParseIso8601("2026-11-15T06:00:00.123456Z"), 5, 7};
    EXPECT_EQ(MakeClickId(place).ToString(), "01a1ddca-877b-774b-8001-400000000007");
}

TEST(ClickIdOf, EveryMicrosecondOfAMillisecondIsReadBack) {
    for (std::int64_t micros = 0; micros < 1000; ++micros) {
        const ClickPlace place{Timestamp{1'794'722'400'000'000 + micros}, kClicksPerBatchMax - 1, kRandoms - 1};
        EXPECT_EQ(PlaceOf(MakeClickId(place)), place) << micros;
    }
}

TEST(ClickIdOf, UuidsOfOtherVersionsAndVariantsAreRefused) {
    for (const char* foreign : {"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                                "f47ac10b-58cc-4372-a567-0e02b2c3d479",  // Version 4.
                                "01a1ddca-877b-674b-8001-400000000007",  // Version 6.
                                "01a1ddca-877b-774b-0001-400000000007",  // The other variants.
                                "01a1ddca-877b-774b-c001-400000000007"}) {
        EXPECT_FALSE(PlaceOf(*ClickId::Parse(foreign))) << foreign;
    }
}

TEST(ClickIdOf, AFractionBetweenTwoMicrosecondsIsRefused) {
    // Exactly 1000 of the 4096 fractions of a millisecond are whole microseconds.
    int ours = 0;
    for (std::uint32_t steps = 0; steps < 4096; ++steps) {
        ClickId id = MakeClickId({});
        id.uuid.bytes[6] = static_cast<std::uint8_t>(0x70 | steps >> 8);
        id.uuid.bytes[7] = static_cast<std::uint8_t>(steps);
        const auto place = PlaceOf(id);
        if (!place) continue;
        EXPECT_EQ(MakeClickId(*place), id);
        ++ours;
    }
    EXPECT_EQ(ours, 1000);
}

RC_GTEST_PROP(ClickIdOf, AnIdLeadsBackToItsPlace, ()) {
    const ClickPlace place = *AnyPlace();
    RC_ASSERT(PlaceOf(MakeClickId(place)) == place);
}

RC_GTEST_PROP(ClickIdOf, IdsAreOrderedByTimeAndThenByIndex, ()) {
    const ClickPlace a = *AnyPlace();
    ClickPlace b = *AnyPlace();
    // Often in the same block or in the next one.
    if (*rc::gen::arbitrary<bool>())
        b.batch_time.micros = std::max<std::int64_t>(0, a.batch_time.micros - *rc::gen::inRange(0, 3));
    const auto order_of = [](const ClickPlace& place) {
        return std::tuple(place.batch_time, place.index, place.random);
    };
    RC_ASSERT((MakeClickId(a) < MakeClickId(b)) == (order_of(a) < order_of(b)));
    RC_ASSERT((MakeClickId(a) == MakeClickId(b)) == (a == b));
}

RC_GTEST_PROP(ClickIdOf, AnyUuidIsAClickIdOrRefused, (const Bytes16& bytes)) {
    const ClickId id{Uuid{bytes}};
    const auto place = PlaceOf(id);
    if (place) RC_ASSERT(MakeClickId(*place) == id);
}

}  // namespace
}  // namespace fairlead::tracking
