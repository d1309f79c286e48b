#include "domain/facts/fact_block.hpp"

#include <deque>
#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/facts/click_batches.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::facts {
namespace {

using tracking::Click;
using tracking::NthId;
using tracking::SeededChoice;

constexpr Timestamp kTime{1'794'722'400'123'456};
const Currency kEuro = *Currency::Parse("EUR");

// The content of a block. The texts of events are copied, because they are views of the bytes of the block.
struct Contents {
    bool whole = false;
    std::vector<Click> clicks;
    std::vector<ImpressionFact> impressions;
    std::vector<EventFact> events;
    std::deque<std::string> texts;

    std::string_view Keep(std::string_view text) { return texts.emplace_back(text); }
};

Contents Read(std::string_view bytes) {
    Contents contents;
    contents.whole = ReadBlock(bytes, kTime,
                               {.click = [&](Click click) { contents.clicks.push_back(std::move(click)); },
                                .impression = [&](const ImpressionFact& fact) { contents.impressions.push_back(fact); },
                                .event =
                                    [&](const EventFact& fact) {
                                        EventFact& kept = contents.events.emplace_back(fact);
                                        kept.country = contents.Keep(fact.country);
                                        kept.product = contents.Keep(fact.product);
                                        kept.game = contents.Keep(fact.game);
                                        kept.origin = contents.Keep(fact.origin);
                                    }});
    return contents;
}

// The bytes of a block with one event.
std::string BytesOf(const EventFact& fact) {
    FactBlock block;
    block.AddEvent(fact);
    return block.Bytes();
}

EventFact Deposit(const std::string& amount, std::int64_t weight = 1) {
    return {.type = events::EventType::kDeposit,
            .time = kTime,
            .weight = weight,
            .money = Money{*Decimal::Parse(amount), kEuro},
            .brand = NthId<BrandId>(1),
            .player = NthId<PlayerId>(2),
            .country = "DE",
            .product = "casino",
            .game = "Book of 墨",
            .standing = Standing::kOrganic};
}

EventFact AnyFact(SeededChoice& choose, std::deque<std::string>& texts) {
    constexpr std::array<std::int64_t, 3> kWeights{0, 1, -1};
    const auto text = [&](std::string_view prefix) -> std::string_view {
        return choose(2) == 0 ? std::string_view()
                              : texts.emplace_back(std::string(prefix) + std::to_string(choose(9)));
    };
    EventFact fact{.type = static_cast<events::EventType>(choose(events::kEventTypes.size())),
                   .time = Timestamp{static_cast<std::int64_t>(choose(1ULL << 60)) - (1LL << 59)},
                   .weight = kWeights[choose(kWeights.size())],
                   .brand = NthId<BrandId>(choose(3)),
                   .player = NthId<PlayerId>(choose(3)),
                   .country = text("c"),
                   .product = text("p"),
                   .game = text("g"),
                   .standing = static_cast<Standing>(choose(kStandings)),
                   .origin = texts.emplace_back(EncodeOrigin(tracking::AnyOrigin(choose)))};
    if (choose(4) != 0) {
        // Up to 126 bits, of either sign.
        Decimal::Units units = static_cast<std::int64_t>(choose(1ULL << 62));
        if (choose(2) == 0) units = units * (std::int64_t{1} << 62) + static_cast<std::int64_t>(choose(1ULL << 62));
        fact.money = Money{Decimal::FromUnits(choose(2) == 0 ? -units : units), kEuro};
    }
    return fact;
}

std::string ImpressionKey(Timestamp hour, BrandId brand, std::string_view country, const tracking::Origin& origin) {
    std::string key;
    AppendImpressionHead(key, hour, brand, country);
    return key + EncodeOrigin(origin);
}

TEST(FactBlocks, AnEmptyBlockHoldsNothing) {
    EXPECT_TRUE(FactBlock().empty());
    const Contents contents = Read(FactBlock().Bytes());
    EXPECT_TRUE(contents.whole);
    EXPECT_TRUE(contents.clicks.empty() && contents.impressions.empty() && contents.events.empty());
}

TEST(FactBlocks, AmountsAreReadBackExactly) {
    const Decimal::Units most = (static_cast<Decimal::Units>(0x7FFFFFFFFFFFFFFFLL) << 64) | 0xFFFFFFFFFFFFFFFFULL;
    for (const Decimal::Units units : {Decimal::Units{0}, Decimal::Units{1}, Decimal::Units{-1}, most, -most}) {
        EventFact fact = Deposit("0");
        fact.money = Money{Decimal::FromUnits(units), kEuro};
        const Contents contents = Read(BytesOf(fact));
        ASSERT_TRUE(contents.whole);
        EXPECT_EQ(contents.events.front(), fact);
    }
}

TEST(FactBlocks, AReversedFactDiffersOnlyInTheSignOfWeightAndAmount) {
    const EventFact reversed = Deposit("12.5").Reversed();
    EXPECT_EQ(reversed, Deposit("-12.5", -1));
    EventFact without_money = Deposit("0");
    without_money.money.reset();
    EXPECT_FALSE(without_money.Reversed().money);
    EXPECT_EQ(Deposit("0", 0).Reversed().weight, 0);
}

TEST(FactBlocks, ClicksOfSeveralBatchesAreNumberedConsecutively) {
    SeededChoice choose(1);
    std::vector<Click> clicks;
    FactBlock block;
    for (std::uint32_t i = 0; i < 3; ++i) {
        Click& click = clicks.emplace_back(tracking::AnyClick(choose));
        click.time = kTime;
        click.id = tracking::MakeClickId({kTime, i, choose(1000)});
        EXPECT_EQ(block.click_count(), i);
        block.AddClicks(SegmentOf(std::span(&click, 1)));
    }
    EXPECT_EQ(block.fact_count(), 3);
    const Contents contents = Read(block.Bytes());
    EXPECT_TRUE(contents.whole);
    EXPECT_EQ(contents.clicks, clicks);
}

// The nth click of a batch, with another address than its neighbours.
Click NthClick(Timestamp batch_time, std::uint32_t n) {
    SeededChoice choose(n);
    Click click = tracking::AnyClick(choose);
    click.time = batch_time;
    click.id = tracking::MakeClickId({batch_time, n, 1000 + n});
    return click;
}

TEST(FactBlocks, ClicksHaveTheTimeOfTheirBatchAndAreNumberedInIt) {
    const Timestamp earlier{kTime.micros - 5};
    const std::vector<Click> first{NthClick(earlier, 0), NthClick(earlier, 1)};
    const std::vector<Click> undated{NthClick(kTime, 0)};
    const std::vector<Click> second{NthClick({kTime.micros - 9}, 0)};
    const std::vector<Click> more_undated{NthClick(kTime, 1), NthClick(kTime, 2)};
    FactBlock block;
    block.AddClicks(SegmentOf(first), earlier);
    block.AddClicks(SegmentOf(undated));
    block.AddClicks(SegmentOf(second), {kTime.micros - 9});
    EXPECT_EQ(block.undated_click_count(), 1U);
    block.AddClicks(SegmentOf(more_undated));
    EXPECT_EQ(block.click_count(), 6U);
    std::vector<Click> all;
    for (const auto& batch : {first, undated, second, more_undated}) all.insert(all.end(), batch.begin(), batch.end());
    const Contents contents = Read(block.Bytes());
    EXPECT_TRUE(contents.whole);
    EXPECT_EQ(contents.clicks, all);

    // One batch can be read without the others.
    EXPECT_EQ(block.BatchTimes(kTime), (std::vector<Timestamp>{{kTime.micros - 9}, earlier, kTime}));
    EXPECT_EQ(ReadBatch(block.Bytes(), kTime, earlier), first);
    EXPECT_EQ(ReadBatch(block.Bytes(), kTime, {kTime.micros - 9}), second);
    EXPECT_EQ(ReadBatch(block.Bytes(), kTime, kTime), (std::vector{undated[0], more_undated[0], more_undated[1]}));
    EXPECT_EQ(ReadBatch(block.Bytes(), kTime, {kTime.micros - 1}), std::vector<Click>());
}

TEST(FactBlocks, ABlockOfVersion2WithoutTimesOfBatchesIsStillRead) {
    const std::vector<Click> clicks{NthClick(kTime, 0), NthClick(kTime, 1), NthClick(kTime, 2)};
    std::string bytes{'\x02', '\x02'};  // The version, and the number of segments.
    AppendSegment(bytes, SegmentOf(std::span(clicks).first(1)));
    AppendSegment(bytes, SegmentOf(std::span(clicks).subspan(1)));
    bytes += std::string(3, '\0');  // No impressions, events and rewards.
    const Contents contents = Read(bytes);
    EXPECT_TRUE(contents.whole);
    EXPECT_EQ(contents.clicks, clicks);
    EXPECT_EQ(ReadBatch(bytes, kTime, kTime), clicks);
    EXPECT_EQ(ReadBatch(bytes, kTime, {kTime.micros - 1}), std::vector<Click>());
}

TEST(FactBlocks, ABatchWithoutClicksLeavesNoTrace) {
    FactBlock block;
    block.AddClicks({});
    EXPECT_EQ(block.Bytes(), FactBlock().Bytes());
}

TEST(FactBlocks, ImpressionsAreCountedPerHourAndDimension) {
    const Timestamp within = *Timestamp::ParseIso8601("2026-11-15T06:59:59.999999Z");
    SeededChoice choose(7);
    const tracking::Origin origin = tracking::AnyOrigin(choose);
    FactBlock block;
    block.AddImpressions({{ImpressionKey(within, NthId<BrandId>(1), "DE", origin), 41}});
    EXPECT_EQ(block.fact_count(), 1);
    EXPECT_EQ(block.impression_times(), 41);
    const Contents contents = Read(block.Bytes());
    ASSERT_TRUE(contents.whole);
    const ImpressionFact& fact = contents.impressions.at(0);
    EXPECT_EQ(fact.hour, *Timestamp::ParseIso8601("2026-11-15T06:00:00Z"));
    EXPECT_EQ(fact.times, 41);
    EXPECT_EQ(fact.brand, NthId<BrandId>(1));
    EXPECT_EQ(fact.country, "DE");
    EXPECT_EQ(fact.origin, origin);
}

// A commit has the batches of many moments. A flood of equal impressions must not take more room than one of them.
TEST(FactBlocks, EqualImpressionsOfSeveralBatchesAreOneFact) {
    const Timestamp at = *Timestamp::ParseIso8601("2026-11-15T06:10:00Z");
    SeededChoice choose(7);
    const auto key = ImpressionKey(at, NthId<BrandId>(1), "DE", tracking::AnyOrigin(choose));
    const auto other = ImpressionKey(at, NthId<BrandId>(2), "DE", tracking::AnyOrigin(choose));
    FactBlock once;
    once.AddImpressions({{key, 100}, {other, 1}});
    FactBlock block;
    for (int i = 0; i < 100; ++i) block.AddImpressions({{key, 1}});
    block.AddImpressions({{other, 1}});
    EXPECT_EQ(block.fact_count(), 2);
    EXPECT_EQ(block.impression_times(), 101);
    EXPECT_EQ(block.Bytes(), once.Bytes());
    EXPECT_EQ(Read(block.Bytes()).impressions.size(), 2U);
}

TEST(FactBlocks, ImpossibleValuesAreDamage) {
    const auto is_damage = [](auto change) {
        EventFact fact = Deposit("1");
        change(fact);
        return !Read(BytesOf(fact)).whole;
    };
    EXPECT_FALSE(is_damage([](EventFact&) {}));
    EXPECT_TRUE(is_damage([](EventFact& f) { f.type = static_cast<events::EventType>(events::kEventTypes.size()); }));
    EXPECT_TRUE(is_damage([](EventFact& f) { f.standing = static_cast<Standing>(kStandings); }));
    FactBlock impressions;
    impressions.AddImpressions({{"no key", 1}});
    EXPECT_FALSE(Read(impressions.Bytes()).whole);
    EXPECT_FALSE(Read("").whole);
    EXPECT_FALSE(Read("\x08" + FactBlock().Bytes().substr(1)).whole);
    EXPECT_FALSE(Read(FactBlock().Bytes() + "more").whole);
}

TEST(FactBlocks, RewardsAreReadBackCompletely) {
    const RewardFact reward{.component = commission::Component::kSubAffiliate,
                            .time = kTime,
                            .amount = {*Decimal::Parse("-6.75"), kEuro},
                            .qualified = -1,
                            .deal = NthId<DealId>(3),
                            .version = 2,
                            .brand = NthId<BrandId>(1),
                            .player = NthId<PlayerId>(2),
                            .country = "DE",
                            .product = "casino",
                            .game = "",
                            .origin = "origin",
                            .period = "2026-03"};
    FactBlock block;
    block.AddReward(reward);
    EXPECT_EQ(block.fact_count(), 1);
    int seen = 0;
    const std::string bytes = block.Bytes();
    const bool whole = ReadBlock(bytes, kTime, {.reward = [&](const RewardFact& fact) {
                                     ++seen;
                                     EXPECT_EQ(fact, reward);
                                 }});
    EXPECT_TRUE(whole);
    EXPECT_EQ(seen, 1);
}

TEST(FactBlocks, EventsKeepTheirDeals) {
    FactBlock block;
    const std::vector<DealId> deals{NthId<DealId>(2), DealId{}, NthId<DealId>(3), NthId<DealId>(2)};
    for (const DealId deal : deals) {
        EventFact fact = Deposit("1");
        fact.deal = deal;
        block.AddEvent(fact);
    }
    std::vector<DealId> found;
    for (const EventFact& fact : Read(block.Bytes()).events) found.push_back(fact.deal);
    EXPECT_EQ(found, deals);
}

TEST(FactBlocks, ARewardOfVersion4HasNoPeriod) {
    FactBlock block;
    block.AddReward({.component = commission::Component::kCpl, .time = kTime, .origin = "origin"});
    std::string bytes = block.Bytes();
    bytes[0] = 4;
    bytes.pop_back();   // The empty period, …
    bytes.erase(3, 1);  // … and the number of deals after those of clicks and impressions.
    const auto periods = [](std::string_view read) {
        std::vector<std::string> found;
        const bool whole =
            ReadBlock(read, kTime, {.reward = [&](const RewardFact& fact) { found.push_back(fact.period); }});
        return whole ? found : std::vector<std::string>{"damaged"};
    };
    EXPECT_EQ(periods(bytes), std::vector<std::string>{""});
    const auto dropped = DropClicks(bytes, kTime, [](const Click&) { return true; });
    ASSERT_TRUE(dropped);
    EXPECT_EQ(dropped->bytes[0], 5);
    EXPECT_EQ(periods(dropped->bytes), std::vector<std::string>{""});
}

TEST(FactBlocks, ABlockOfVersion1WithoutRewardsIsStillRead) {
    std::string bytes = BytesOf(Deposit("1"));
    bytes[0] = 1;
    bytes.resize(bytes.size() - 2);  // The deal of the event and the number of rewards.
    bytes.erase(3, 1);               // The number of deals.
    const Contents contents = Read(bytes);
    EXPECT_TRUE(contents.whole);
    EXPECT_EQ(contents.events.size(), 1U);
}

TEST(VisitTimes, AVisitHasTheTimeOfItsBatch) {
    EXPECT_EQ(VisitTime(Timestamp{700}, Timestamp{1000}, 0), Timestamp{700});
    EXPECT_EQ(VisitTime(Timestamp{1000}, Timestamp{1000}, 0), Timestamp{1000});
}

TEST(VisitTimes, AVisitIsNotLaterThanItsRecord) {
    EXPECT_EQ(VisitTime(Timestamp{5000}, Timestamp{1000}, 0), Timestamp{1000});
}

TEST(VisitTimes, AVisitThatAWrongClockDatedMovesWithItsBlock) {
    // The block was recorded at 9000 and moved back by 8000.
    EXPECT_EQ(VisitTime(Timestamp{8900}, Timestamp{1000}, 8000), Timestamp{900});
    EXPECT_EQ(VisitTime(Timestamp{9000}, Timestamp{1000}, 8000), Timestamp{1000});
    EXPECT_EQ(VisitTime(Timestamp{9900}, Timestamp{1000}, 8000), Timestamp{1000});
    // The right clock had made this batch.
    EXPECT_EQ(VisitTime(Timestamp{600}, Timestamp{1000}, 8000), Timestamp{600});
}

RC_GTEST_PROP(FactBlocks, AFactReversedTwiceIsTheOriginal, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    std::deque<std::string> texts;
    const EventFact fact = AnyFact(choose, texts);
    RC_ASSERT(fact.Reversed().Reversed() == fact);
}

RC_GTEST_PROP(FactBlocks, AFactAndItsReversalAddUpToZero, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    std::deque<std::string> texts;
    const EventFact fact = AnyFact(choose, texts);
    const EventFact reversed = fact.Reversed();
    RC_ASSERT(fact.weight + reversed.weight == 0);
    RC_ASSERT(fact.money.has_value() == reversed.money.has_value());
    if (fact.money) RC_ASSERT((*fact.money + *reversed.money).amount.IsZero());
}

// Builds a random block and remembers its content.
FactBlock AnyBlock(SeededChoice& choose, Contents& contents) {
    FactBlock block;
    for (std::uint64_t batches = choose(3); batches > 0; --batches) {
        std::vector<Click> batch;
        const bool dated = choose(2) == 0;
        const Timestamp time{dated ? kTime.micros - 1 - static_cast<std::int64_t>(choose(3)) : kTime.micros};
        const std::uint32_t first = dated ? 0 : block.undated_click_count();
        for (std::uint64_t n = choose(4); n > 0; --n) {
            Click click = tracking::AnyClick(choose);
            click.time = time;
            const auto index = first + static_cast<std::uint32_t>(batch.size());
            click.id = tracking::MakeClickId({time, index, choose(1ULL << tracking::kClickRandomBits)});
            contents.clicks.push_back(batch.emplace_back(std::move(click)));
        }
        block.AddClicks(SegmentOf(batch), dated ? time : Timestamp());
    }
    ImpressionCounts counts;
    for (std::uint64_t n = choose(4); n > 0; --n) {
        const Timestamp time{static_cast<std::int64_t>(choose(1ULL << 52))};
        const auto key = ImpressionKey(time, NthId<BrandId>(choose(3)), "DE", tracking::AnyOrigin(choose));
        counts[key] += static_cast<std::int64_t>(1 + choose(1000));
    }
    block.AddImpressions(counts);
    for (const auto& [key, times] : counts) contents.impressions.push_back({.times = times});
    for (std::uint64_t n = choose(6); n > 0; --n) {
        contents.events.push_back(AnyFact(choose, contents.texts));
        block.AddEvent(contents.events.back());
    }
    return block;
}

RC_GTEST_PROP(FactBlocks, AnyBlockIsReadBackCompletely, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    Contents written;
    const FactBlock block = AnyBlock(choose, written);
    const std::string bytes = block.Bytes();
    const Contents read = Read(bytes);
    RC_ASSERT(read.whole);
    RC_ASSERT(read.clicks == written.clicks);
    RC_ASSERT(read.events == written.events);
    RC_ASSERT(read.impressions.size() == written.impressions.size());
    std::int64_t times = 0;
    for (const auto& fact : read.impressions) times += fact.times;
    RC_ASSERT(times == block.impression_times());
    RC_ASSERT(static_cast<std::size_t>(block.fact_count()) ==
              read.clicks.size() + read.impressions.size() + read.events.size());
}

RC_GTEST_PROP(FactBlocks, TruncatedBytesAreRefused, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    Contents written;
    const std::string bytes = AnyBlock(choose, written).Bytes();
    RC_ASSERT(!Read(bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))).whole);
}

RC_GTEST_PROP(FactBlocks, DamageIsRefusedOrReadsAsFacts, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    Contents written;
    std::string bytes = AnyBlock(choose, written).Bytes();
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
        bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    }
    const Contents read = Read(bytes);
    for (const EventFact& fact : read.events) {
        RC_ASSERT(static_cast<std::size_t>(fact.type) < events::kEventTypes.size());
        RC_ASSERT(static_cast<std::size_t>(fact.standing) < kStandings);
    }
    for (const Click& click : read.clicks) {
        RC_ASSERT(static_cast<std::size_t>(click.uncounted) < tracking::kUncountedNames.size());
    }
}

}  // namespace
}  // namespace fairlead::facts
