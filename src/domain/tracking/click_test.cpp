#include "domain/tracking/click.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/tracking/any_click_test.hpp"

namespace fairlead::tracking {
namespace {

constexpr Timestamp kTime{1'794'722'400'123'456};

// The clicks as recorded in one block, in this order, with indexes from `first` on.
std::vector<Click> AnyClicks(std::uint64_t seed, std::size_t count, std::uint32_t first = 0) {
    SeededChoice choose(seed);
    std::vector<Click> clicks;
    for (std::size_t i = 0; i < count; ++i) {
        Click& click = clicks.emplace_back(AnyClick(choose));
        click.time = kTime;
        click.id = MakeClickId({.batch_time = kTime,
                                .index = first + static_cast<std::uint32_t>(i),
                                .random = choose(std::uint64_t{1} << kClickRandomBits)});
    }
    return clicks;
}

std::string BytesOf(std::span<const Click> clicks) {
    std::string bytes;
    AppendSegment(bytes, SegmentOf(clicks));
    return bytes;
}

TEST(ClickSegments, SimilarClicksShareTheirHead) {
    std::vector<Click> clicks = AnyClicks(1, 2);
    clicks[1].brand = clicks[0].brand;
    clicks[1].country = clicks[0].country;
    clicks[1].agent_digest = clicks[0].agent_digest;
    clicks[1].origin = clicks[0].origin;
    clicks[1].origin.subs = {"", "", "own", "", ""};
    const ClickSegment segment = SegmentOf(clicks);
    EXPECT_EQ(segment.head_count, 1U);
    EXPECT_EQ(segment.row_count, 2U);
}

TEST(ClickSegments, ARowWithAMissingHeadIsDamage) {
    ClickSegment segment = SegmentOf(AnyClicks(1, 1));
    segment.rows[0] = 1;
    std::string bytes;
    AppendSegment(bytes, segment);
    ByteReader reader(bytes);
    std::vector<Click> read;
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(read.size()), read);
    EXPECT_FALSE(reader.ok());
}

TEST(ClickSegments, AReasonThatDoesNotExistIsDamage) {
    std::vector<Click> clicks = AnyClicks(1, 1);
    clicks[0].uncounted = static_cast<Uncounted>(kUncountedNames.size());
    const std::string bytes = BytesOf(clicks);
    ByteReader reader(bytes);
    std::vector<Click> read;
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(read.size()), read);
    EXPECT_FALSE(reader.ok());
}

TEST(ClickSegments, MoreClicksThanABlockMayHaveAreDamage) {
    std::vector<Click> clicks(kClicksPerBatchMax);
    const std::string bytes = BytesOf(AnyClicks(1, 1));
    ByteReader reader(bytes);
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(clicks.size()), clicks);
    EXPECT_FALSE(reader.ok());
}

TEST(ClickSegments, OnlyClicksOnLinksInForceBringPlayers) {
    Click click;
    for (const auto& [uncounted, counted, attributable] :
         {std::tuple{Uncounted::kNo, true, true}, std::tuple{Uncounted::kHead, false, true},
          std::tuple{Uncounted::kPrefetch, false, true}, std::tuple{Uncounted::kBot, false, true},
          std::tuple{Uncounted::kInactiveLink, false, false},
          std::tuple{Uncounted::kAffiliateNotApproved, false, false}}) {
        click.uncounted = uncounted;
        EXPECT_EQ(click.IsCounted(), counted);
        EXPECT_EQ(click.IsAttributable(), attributable);
    }
}

TEST(ClickSegments, AVisitorWithoutAnAgentHasNoDigest) {
    EXPECT_EQ(DigestAgent(""), Bytes16{});
    EXPECT_NE(DigestAgent("a"), Bytes16{});
    EXPECT_NE(DigestAgent("a"), DigestAgent("b"));
}

RC_GTEST_PROP(ClickSegments, AnyClicksAreReadBackInOrderAfterThoseOfOtherSegments, (std::uint64_t seed)) {
    const auto first = AnyClicks(seed, *rc::gen::inRange<std::size_t>(0, 20));
    const auto second =
        AnyClicks(seed + 1, *rc::gen::inRange<std::size_t>(0, 20), static_cast<std::uint32_t>(first.size()));
    const std::string bytes = BytesOf(first) + BytesOf(second);
    ByteReader reader(bytes);
    std::vector<Click> read;
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(read.size()), read);
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(read.size()), read);
    RC_ASSERT(reader.ok() && reader.AtEnd());
    std::vector<Click> all = first;
    all.insert(all.end(), second.begin(), second.end());
    RC_ASSERT(read == all);
}

RC_GTEST_PROP(ClickSegments, DamagedBytesAreRefusedOrReadAsClicks, (std::uint64_t seed)) {
    std::string bytes = BytesOf(AnyClicks(seed, *rc::gen::inRange<std::size_t>(1, 5)));
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    }
    ByteReader reader(bytes);
    std::vector<Click> read;
    ReadSegment(reader, kTime, static_cast<std::uint32_t>(read.size()), read);
    if (!reader.ok()) return;
    for (const Click& click : read) {
        RC_ASSERT(static_cast<std::size_t>(click.uncounted) < kUncountedNames.size());
        RC_ASSERT(PlaceOf(click.id).has_value());
    }
}

}  // namespace
}  // namespace fairlead::tracking
