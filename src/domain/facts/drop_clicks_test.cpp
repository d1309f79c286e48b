#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/facts/fact_block.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::facts {
namespace {

using tracking::Click;
using tracking::DroppedClick;
using tracking::NthId;
using tracking::SeededChoice;

constexpr Timestamp kDropTime{1'794'722'400'123'456};

struct KeptContents {
    bool whole = false;
    std::vector<Click> clicks;
    std::vector<DroppedClick> dropped;
    std::int64_t impressions = 0;
    std::vector<events::EventType> events;
    int rewards = 0;
};

KeptContents ReadKept(std::string_view bytes) {
    KeptContents contents;
    contents.whole = ReadBlock(bytes, kDropTime,
                               {.click = [&](Click click) { contents.clicks.push_back(std::move(click)); },
                                .dropped = [&](const DroppedClick& click) { contents.dropped.push_back(click); },
                                .impression = [&](const ImpressionFact& fact) { contents.impressions += fact.times; },
                                .event = [&](const EventFact& fact) { contents.events.push_back(fact.type); },
                                .reward = [&](const RewardFact&) { ++contents.rewards; }});
    return contents;
}

std::vector<Click> AnyClicks(SeededChoice& choose, std::uint64_t count) {
    std::vector<Click> clicks;
    for (std::uint32_t i = 0; i < count; ++i) {
        Click& click = clicks.emplace_back(tracking::AnyClick(choose));
        click.time = kDropTime;
        click.id = tracking::MakeClickId({kDropTime, i, choose(1ULL << tracking::kClickRandomBits)});
    }
    return clicks;
}

// A block with these clicks and one fact of each other kind.
std::string BlockOf(std::span<const Click> clicks) {
    FactBlock block;
    block.AddClicks(SegmentOf(clicks.first(clicks.size() / 2)));
    block.AddClicks(SegmentOf(clicks.subspan(clicks.size() / 2)));
    std::string key;
    AppendImpressionHead(key, kDropTime, NthId<BrandId>(1), "DE");
    block.AddImpressions({{key + tracking::EncodeOrigin({}), 41}});
    block.AddEvent({.type = events::EventType::kWithdrawal, .time = kDropTime});
    block.AddReward({.time = kDropTime});
    return block.Bytes();
}

// The dropped forms of the counted clicks.
std::vector<DroppedClick> Dropped(std::span<const Click> clicks, const std::set<ClickId>& stay) {
    std::vector<DroppedClick> dropped;
    for (const Click& click : clicks) {
        if (!stay.contains(click.id) && click.IsCounted()) dropped.push_back(Drop(click));
    }
    return dropped;
}

BlockAfterDropping DropAllBut(std::string_view bytes, const std::set<ClickId>& stay) {
    return DropClicks(bytes, kDropTime, [&](const Click& click) { return stay.contains(click.id); }).value();
}

TEST(DroppedClicks, TheRestOfADroppedClickIsWhatReportsCount) {
    SeededChoice choose(3);
    Click click = AnyClicks(choose, 1).front();
    click.uncounted = tracking::Uncounted::kNo;
    const DroppedClick dropped = Drop(click);
    EXPECT_EQ(dropped.time, kDropTime);
    EXPECT_EQ(dropped.brand, click.brand);
    EXPECT_EQ(dropped.country, click.country);
    EXPECT_EQ(dropped.origin, click.origin);
    EXPECT_EQ(dropped.visitor, VisitorOf(click));
}

TEST(DroppedClicks, NothingThatIdentifiesThemIsInTheBlock) {
    SeededChoice choose(5);
    auto clicks = AnyClicks(choose, 8);
    for (Click& click : clicks) click.agent_digest = tracking::DigestAgent("a telling agent");
    const auto after = DropAllBut(BlockOf(clicks), {});
    const auto has = [&](const Bytes16& bytes) {
        return after.bytes.contains(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    };
    EXPECT_FALSE(has(clicks.front().agent_digest));
    for (const Click& click : clicks) EXPECT_FALSE(has(click.address_hash));
    EXPECT_EQ(after.kept, 0);
    EXPECT_EQ(after.dropped, 8);
}

TEST(DroppedClicks, TheOthersKeepTheirIds) {
    SeededChoice choose(7);
    const auto clicks = AnyClicks(choose, 9);
    const KeptContents left = ReadKept(DropAllBut(BlockOf(clicks), {clicks[0].id, clicks[4].id, clicks[8].id}).bytes);
    ASSERT_TRUE(left.whole);
    EXPECT_EQ(left.clicks, (std::vector{clicks[0], clicks[4], clicks[8]}));
}

TEST(DroppedClicks, AnUncountedClickIsRemovedCompletely) {
    SeededChoice choose(9);
    auto clicks = AnyClicks(choose, 2);
    clicks[0].uncounted = tracking::Uncounted::kBot;
    clicks[1].uncounted = tracking::Uncounted::kNo;
    const auto after = DropAllBut(BlockOf(clicks), {});
    EXPECT_EQ(after.dropped, 2);
    EXPECT_EQ(ReadKept(after.bytes).dropped, Dropped(std::span(clicks).subspan(1), {}));
}

TEST(DroppedClicks, ClicksCanBeDroppedFromABlockWithoutRewards) {
    SeededChoice choose(11);
    const auto clicks = AnyClicks(choose, 3);
    FactBlock block;
    block.AddEvent({.type = events::EventType::kDeposit, .time = kDropTime});
    std::string bytes{'\x01', '\x01'};  // The version, and the number of segments.
    AppendSegment(bytes, SegmentOf(clicks));
    std::string rest = block.Bytes().substr(2);
    rest.erase(1, 1);              // The number of deals.
    rest.resize(rest.size() - 2);  // The deal of the event and the number of rewards.
    bytes += rest;
    const KeptContents left = ReadKept(DropAllBut(bytes, {clicks[1].id}).bytes);
    ASSERT_TRUE(left.whole);
    EXPECT_EQ(left.clicks, std::vector{clicks[1]});
    EXPECT_EQ(left.events, std::vector{events::EventType::kDeposit});
}

TEST(DroppedClicks, TheTimesOfBatchesStay) {
    SeededChoice choose(15);
    auto clicks = AnyClicks(choose, 6);
    FactBlock block;
    // Two batches with the same time, as two nodes may make them, and one with another time.
    for (std::uint32_t i = 0; i < 6; ++i) {
        clicks[i].uncounted = tracking::Uncounted::kNo;
        clicks[i].time.micros = kDropTime.micros - (i < 4 ? 7 : 3);
        clicks[i].id = tracking::MakeClickId({clicks[i].time, i % 2, i});
    }
    for (std::size_t i = 0; i < 6; i += 2) block.AddClicks(SegmentOf(std::span(clicks).subspan(i, 2)), clicks[i].time);
    const std::set<ClickId> stay{clicks[1].id, clicks[2].id, clicks[5].id};
    const auto after = DropAllBut(block.Bytes(), stay);
    EXPECT_EQ(after.emptied, std::vector<Timestamp>());
    EXPECT_EQ(DropAllBut(after.bytes, {clicks[5].id}).emptied, std::vector{clicks[1].time});
    EXPECT_EQ(ReadBatch(after.bytes, kDropTime, clicks[1].time), (std::vector{clicks[1], clicks[2]}));
    const KeptContents left = ReadKept(after.bytes);
    ASSERT_TRUE(left.whole);
    EXPECT_EQ(left.clicks, (std::vector{clicks[1], clicks[2], clicks[5]}));
    EXPECT_EQ(left.dropped, (std::vector{Drop(clicks[0]), Drop(clicks[3]), Drop(clicks[4])}));
}

TEST(DroppedClicks, ClicksCanBeDroppedAgainFromABlockWithoutTimesOfBatches) {
    SeededChoice choose(17);
    auto clicks = AnyClicks(choose, 3);
    for (Click& click : clicks) click.uncounted = tracking::Uncounted::kNo;
    const std::vector<DroppedClick> dropped{Drop(clicks[1])};
    std::string bytes{'\x03'};
    AppendKeptClicks(bytes, std::vector{clicks[0], clicks[2]});
    AppendDroppedClicks(bytes, dropped);
    bytes += std::string(3, '\0');  // No impressions, events and rewards.
    EXPECT_EQ(ReadKept(bytes).clicks, (std::vector{clicks[0], clicks[2]}));
    const KeptContents left = ReadKept(DropAllBut(bytes, {clicks[2].id}).bytes);
    EXPECT_EQ(left.clicks, std::vector{clicks[2]});
    EXPECT_EQ(left.dropped, (std::vector{Drop(clicks[1]), Drop(clicks[0])}));
}

TEST(DroppedClicks, ADamagedBlockIsRefused) {
    SeededChoice choose(13);
    const std::string bytes = BlockOf(AnyClicks(choose, 3));
    const auto stays = [](const Click&) { return false; };
    EXPECT_FALSE(DropClicks("", kDropTime, stays));
    EXPECT_FALSE(DropClicks(bytes + "x", kDropTime, stays));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(DropClicks(std::string_view(bytes).substr(0, size), kDropTime, stays)) << size;
    }
}

RC_GTEST_PROP(DroppedClicks, DroppingInSeveralRoundsGivesTheSameResult, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    const auto clicks = AnyClicks(choose, choose(20));
    std::set<ClickId> stay;
    for (const Click& click : clicks) stay.insert(click.id);
    std::string bytes = BlockOf(clicks);
    for (std::uint64_t rounds = 1 + choose(3); rounds > 0; --rounds) {
        std::erase_if(stay, [&](const ClickId&) { return choose(3) == 0; });
        bytes = DropAllBut(bytes, stay).bytes;
    }
    const KeptContents left = ReadKept(bytes);
    RC_ASSERT(left.whole);
    RC_ASSERT(left.clicks.size() == stay.size());
    for (const Click& click : left.clicks) RC_ASSERT(std::ranges::find(clicks, click) != clicks.end());
    auto expected = Dropped(clicks, stay);
    for (const DroppedClick& click : left.dropped) {
        const auto found = std::ranges::find(expected, click);
        RC_ASSERT(found != expected.end());
        expected.erase(found);
    }
    RC_ASSERT(expected.empty());
    RC_ASSERT(left.impressions == 41 && left.events.size() == 1 && left.rewards == 1);
}

RC_GTEST_PROP(DroppedClicks, TruncatedBytesAreRefused, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    const auto clicks = AnyClicks(choose, 1 + choose(6));
    const std::string bytes = DropAllBut(BlockOf(clicks), {clicks.front().id}).bytes;
    RC_ASSERT(!ReadKept(bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))).whole);
}

RC_GTEST_PROP(DroppedClicks, AnyBytesAreRefusedOrReadAsFacts, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    std::string bytes = DropAllBut(BlockOf(AnyClicks(choose, choose(6))), {}).bytes;
    for (std::uint64_t changes = 1 + choose(8); changes > 0; --changes) {
        bytes[choose(bytes.size())] = static_cast<char>(choose(256));
    }
    for (const Click& click : ReadKept(bytes).clicks) RC_ASSERT(tracking::PlaceOf(click.id).has_value());
    std::string noise(choose(200), '\0');
    for (char& byte : noise) byte = static_cast<char>(choose(256));
    ReadKept('\x03' + noise);
    ReadKept('\x05' + noise);
}

}  // namespace
}  // namespace fairlead::facts
