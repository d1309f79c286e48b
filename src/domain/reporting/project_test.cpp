#include "domain/reporting/project.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "domain/facts/fact_block.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::reporting {
namespace {

using facts::EventFact;
using facts::FactBlock;
using facts::RewardFact;
using facts::Standing;
using tracking::Click;
using tracking::NthId;
using tracking::SeededChoice;

const OperatorId kOwner = NthId<OperatorId>(7);
const Currency kEuro = *Currency::Parse("EUR");
const Timestamp kTime = *Timestamp::ParseIso8601("2026-11-15T18:03:59.999999Z");
// 20,772 days and 18:03 h, calculated by hand: (20772 * 24 + 18) * 60 + 3.
constexpr std::int32_t kMinute = 29'912'763;

// The rows of a block, with copies of their texts.
struct Rows {
    bool whole = false;
    std::vector<FactRow> rows;
    std::deque<std::string> texts;

    std::string_view Keep(std::string_view text) { return texts.emplace_back(text); }
};

Rows Project(const std::string& bytes) {
    Rows found;
    found.whole = ProjectBlock(kOwner, bytes, kTime, [&](const FactRow& row) {
        FactRow& kept = found.rows.emplace_back(row);
        for (std::string_view* text : {&kept.currency, &kept.country, &kept.geo_target, &kept.device, &kept.os,
                                       &kept.browser, &kept.product, &kept.game, &kept.period}) {
            *text = found.Keep(*text);
        }
        for (std::string_view& sub : kept.subs) sub = found.Keep(sub);
    });
    return found;
}

tracking::Origin FullOrigin() {
    return {.affiliate = NthId<AffiliateId>(1),
            .link = NthId<LinkId>(2),
            .campaign = NthId<CampaignId>(3),
            .creative = NthId<CreativeId>(4),
            .source = NthId<MarketingSourceId>(5),
            .geo_target = "DACH",
            .device = "mobile",
            .os = "iOS",
            .browser = "Safari",
            .subs = {"one", "", "three", "", "five"}};
}

void ExpectFullOrigin(const FactRow& row) {
    EXPECT_EQ(row.affiliate, NthId<AffiliateId>(1));
    EXPECT_EQ(row.link, NthId<LinkId>(2));
    EXPECT_EQ(row.campaign, NthId<CampaignId>(3));
    EXPECT_EQ(row.creative, NthId<CreativeId>(4));
    EXPECT_EQ(row.source, NthId<MarketingSourceId>(5));
    EXPECT_EQ(row.geo_target, "DACH");
    EXPECT_EQ(row.device, "mobile");
    EXPECT_EQ(row.os, "iOS");
    EXPECT_EQ(row.browser, "Safari");
    EXPECT_EQ(row.subs, (std::array<std::string_view, 5>{"one", "", "three", "", "five"}));
}

Click SomeClick() {
    Click click;
    click.brand = NthId<BrandId>(6);
    click.country = "DE";
    click.address_hash = tracking::NthAddress(1);
    click.agent_digest = tracking::DigestAgent("Mozilla/5.0");
    click.origin = FullOrigin();
    return click;
}

Rows ProjectClicks(std::vector<Click> clicks) {
    FactBlock block;
    block.AddClicks(SegmentOf(clicks));
    return Project(block.Bytes());
}

EventFact Deposit(std::int64_t weight = 1, const std::string& amount = "12.5") {
    return {.type = events::EventType::kDeposit,
            .time = kTime,
            .weight = weight,
            .money = Money{*Decimal::Parse(amount), kEuro},
            .brand = NthId<BrandId>(6),
            .player = NthId<PlayerId>(8),
            .country = "AT",
            .product = "casino",
            .game = "roulette",
            .standing = Standing::kOrganic};
}

Rows ProjectEvent(const EventFact& fact) {
    FactBlock block;
    block.AddEvent(fact);
    return Project(block.Bytes());
}

TEST(ProjectBlock, AClickCountsAtTheTimeOfItsVisit) {
    constexpr std::int64_t kHour = 3600 * kMicrosPerSecond;
    const std::vector<Click> clicks{SomeClick()};
    FactBlock block;
    block.AddClicks(SegmentOf(clicks), Timestamp{kTime.micros - 2 * kHour});
    block.AddClicks(SegmentOf(clicks), Timestamp{kTime.micros + 3 * kHour});
    const auto minutes = [&](std::int64_t ahead_micros) {
        std::vector<std::int64_t> found;
        BlockProjection projection(kOwner, [&](const FactRow& row) { found.push_back((row.minute - kMinute) / 60); });
        EXPECT_TRUE(projection.Add(block.Bytes(), kTime, ahead_micros));
        projection.Finish();
        return found;
    };
    EXPECT_EQ(minutes(0), (std::vector<std::int64_t>{-2, 0}));
    // A repair of the clock has moved the block back by four hours.
    EXPECT_EQ(minutes(4 * kHour), (std::vector<std::int64_t>{-2, -1}));
}

TEST(ProjectBlock, AClickIsOneRowWithTheDimensionsOfItsLink) {
    const Rows found = ProjectClicks({SomeClick()});
    ASSERT_TRUE(found.whole);
    ASSERT_EQ(found.rows.size(), 1U);
    const FactRow& row = found.rows[0];
    EXPECT_EQ(row.owner, kOwner);
    EXPECT_EQ(row.kind, FactKind::Click());
    EXPECT_EQ(row.minute, kMinute);
    EXPECT_EQ(row.weight, 1);
    EXPECT_TRUE(row.amount.IsZero());
    EXPECT_EQ(row.brand, NthId<BrandId>(6));
    EXPECT_EQ(row.country, "DE");
    EXPECT_EQ(row.player, PlayerId{});
    EXPECT_EQ(row.deal, DealId{});
    ExpectFullOrigin(row);
}

TEST(ProjectBlock, AnUncountedClickHasNoRow) {
    for (std::size_t reason = 1; reason < tracking::kUncountedNames.size(); ++reason) {
        Click click = SomeClick();
        click.uncounted = static_cast<tracking::Uncounted>(reason);
        const Rows found = ProjectClicks({click, SomeClick()});
        EXPECT_TRUE(found.whole);
        EXPECT_EQ(found.rows.size(), 1U);
    }
}

TEST(ProjectBlock, AVisitorIsAnAddressAndAnAgent) {
    const auto other = [](auto change) {
        Click click = SomeClick();
        change(click);
        return click;
    };
    const auto found = ProjectClicks({SomeClick(), other([](Click& click) { click.origin.link = NthId<LinkId>(9); }),
                                      other([](Click& click) { click.address_hash = tracking::NthAddress(2); }),
                                      other([](Click& click) { click.agent_digest = {}; }),
                                      other([](Click& click) { click.agent_digest = click.address_hash; })});
    ASSERT_EQ(found.rows.size(), 5U);
    EXPECT_EQ(found.rows[0].visitor, found.rows[1].visitor);
    for (std::size_t a = 1; a < 5; ++a) {
        for (std::size_t b = a + 1; b < 5; ++b) EXPECT_NE(found.rows[a].visitor, found.rows[b].visitor);
    }
}

TEST(ProjectBlock, ImpressionsAreOneRowAtTheFirstMinuteOfTheHour) {
    std::string key;
    facts::AppendImpressionHead(key, kTime, NthId<BrandId>(6), "CH");
    tracking::Origin origin{.affiliate = kNoAffiliate, .creative = NthId<CreativeId>(4)};
    FactBlock block;
    block.AddImpressions({{key + EncodeOrigin(origin), 41}});
    const Rows found = Project(block.Bytes());
    ASSERT_EQ(found.rows.size(), 1U);
    const FactRow& row = found.rows[0];
    EXPECT_EQ(row.kind, FactKind::Impression());
    EXPECT_EQ(row.weight, 41);
    EXPECT_EQ(row.minute, kMinute - 3);
    EXPECT_EQ(row.affiliate, kNoAffiliate);
    EXPECT_EQ(row.creative, NthId<CreativeId>(4));
    EXPECT_EQ(row.country, "CH");
    EXPECT_EQ(row.visitor, 0U);
}

TEST(BlockProjection, ImpressionsOfSeveralBlocksBecomeOneRowPerKey) {
    const auto key_of = [](std::string_view country) {
        std::string key;
        facts::AppendImpressionHead(key, kTime, NthId<BrandId>(6), country);
        return key + EncodeOrigin(FullOrigin());
    };
    const auto block_of = [](const facts::ImpressionCounts& counts) {
        FactBlock block;
        block.AddImpressions(counts);
        return block.Bytes();
    };
    std::vector<std::pair<std::string, std::int64_t>> rows;
    BlockProjection projection(kOwner, [&](const FactRow& row) { rows.emplace_back(row.country, row.weight); });
    EXPECT_TRUE(projection.Add(block_of({{key_of("CH"), 41}}), kTime));
    EXPECT_TRUE(projection.Add(block_of({{key_of("CH"), 1}, {key_of("AT"), 5}}), kTime));
    EXPECT_FALSE(projection.Add(block_of({{"no key", 3}}), kTime));
    EXPECT_TRUE(projection.Add(block_of({{key_of("CH"), 100}}), kTime));
    projection.Finish();
    std::ranges::sort(rows);
    EXPECT_EQ(rows, (std::vector<std::pair<std::string, std::int64_t>>{{"AT", 5}, {"CH", 142}}));
    projection.Finish();
    EXPECT_EQ(rows.size(), 2U);
}

TEST(BlockProjection, ImpressionsAboveTheLargestNumberAreSeveralRows) {
    std::string key;
    facts::AppendImpressionHead(key, kTime, NthId<BrandId>(6), "CH");
    FactBlock block;
    block.AddImpressions({{key + EncodeOrigin(FullOrigin()), std::numeric_limits<std::int64_t>::max()}});
    std::vector<std::int64_t> weights;
    BlockProjection projection(kOwner, [&](const FactRow& row) { weights.push_back(row.weight); });
    EXPECT_TRUE(projection.Add(block.Bytes(), kTime));
    EXPECT_TRUE(projection.Add(block.Bytes(), kTime));
    projection.Finish();
    EXPECT_EQ(weights, std::vector<std::int64_t>(2, std::numeric_limits<std::int64_t>::max()));
}

TEST(ProjectBlock, AnEventKeepsItsAmountInItsOwnCurrency) {
    const Rows found = ProjectEvent(Deposit());
    ASSERT_TRUE(found.whole);
    ASSERT_EQ(found.rows.size(), 1U);
    const FactRow& row = found.rows[0];
    EXPECT_EQ(row.kind, FactKind::Of(events::EventType::kDeposit));
    EXPECT_EQ(row.minute, kMinute);
    EXPECT_EQ(row.weight, 1);
    EXPECT_EQ(row.amount, *Decimal::Parse("12.5"));
    EXPECT_EQ(row.currency, "EUR");
    EXPECT_EQ(row.brand, NthId<BrandId>(6));
    EXPECT_EQ(row.player, NthId<PlayerId>(8));
    EXPECT_EQ(row.country, "AT");
    EXPECT_EQ(row.product, "casino");
    EXPECT_EQ(row.game, "roulette");
}

TEST(ProjectBlock, TheAffiliateOfAnEventFollowsFromThePlayersStanding) {
    EventFact fact = Deposit();
    EXPECT_EQ(ProjectEvent(fact).rows.at(0).affiliate, kOrganic);
    fact.standing = Standing::kUnregistered;
    EXPECT_EQ(ProjectEvent(fact).rows.at(0).affiliate, kUnregistered);
    fact.standing = Standing::kAttributed;
    const std::string origin = EncodeOrigin(FullOrigin());
    fact.origin = origin;
    ExpectFullOrigin(ProjectEvent(fact).rows.at(0));
}

TEST(ProjectBlock, ACorrectionIsARowWithNegativeWeightAndAmount) {
    const Rows found = ProjectEvent(Deposit().Reversed());
    EXPECT_EQ(found.rows.at(0).weight, -1);
    EXPECT_EQ(found.rows.at(0).amount, *Decimal::Parse("-12.5"));
}

TEST(ProjectBlock, AFactWithoutWeightHasNoRow) {
    EventFact repeated = Deposit(0);
    repeated.money.reset();
    EXPECT_TRUE(ProjectEvent(repeated).rows.empty());
    EXPECT_TRUE(ProjectEvent(Deposit(0, "0")).rows.empty());
    EXPECT_EQ(ProjectEvent(Deposit(0, "0.00000001")).rows.size(), 1U);
    EXPECT_EQ(ProjectEvent(Deposit(1, "0")).rows.size(), 1U);
}

TEST(ProjectBlock, AMinuteIsRoundedDownAlsoBefore1970) {
    for (const auto& [micros, minute] : {std::pair{0LL, 0},
                                         {59'999'999LL, 0},
                                         {60'000'000LL, 1},
                                         {-1LL, -1},
                                         {-60'000'000LL, -1},
                                         {-60'000'001LL, -2}}) {
        EventFact fact = Deposit();
        fact.time.micros = micros;
        EXPECT_EQ(ProjectEvent(fact).rows.at(0).minute, minute) << micros;
    }
}

TEST(ProjectBlock, ARewardCountsQualifiedPlayersAndCommission) {
    const std::string origin = EncodeOrigin(FullOrigin());
    FactBlock block;
    block.AddReward({.component = commission::Component::kRevShare,
                     .time = kTime,
                     .amount = {*Decimal::Parse("-6.75"), kEuro},
                     .qualified = 0,
                     .deal = NthId<DealId>(9),
                     .brand = NthId<BrandId>(6),
                     .player = NthId<PlayerId>(8),
                     .country = "DE",
                     .product = "sports",
                     .game = "",
                     .origin = origin,
                     .period = "2026-05"});
    block.AddReward({.component = commission::Component::kCpa, .time = kTime, .qualified = -1, .origin = origin});
    block.AddReward({.component = commission::Component::kCpa, .time = kTime, .qualified = 0, .origin = origin});
    const Rows found = Project(block.Bytes());
    ASSERT_TRUE(found.whole);
    ASSERT_EQ(found.rows.size(), 2U);
    const FactRow& row = found.rows[0];
    EXPECT_EQ(row.kind, FactKind::Of(commission::Component::kRevShare));
    EXPECT_EQ(row.minute, kMinute);
    EXPECT_EQ(row.weight, 0);
    EXPECT_EQ(row.amount, *Decimal::Parse("-6.75"));
    EXPECT_EQ(row.currency, "EUR");
    EXPECT_EQ(row.deal, NthId<DealId>(9));
    EXPECT_EQ(row.player, NthId<PlayerId>(8));
    EXPECT_EQ(row.product, "sports");
    EXPECT_EQ(row.period, "2026-05");
    ExpectFullOrigin(row);
    EXPECT_EQ(found.rows[1].kind, FactKind::Of(commission::Component::kCpa));
    EXPECT_EQ(found.rows[1].weight, -1);
}

TEST(ProjectBlock, TheReadablePartOfADamagedBlockIsProjected) {
    EventFact damaged = Deposit();
    damaged.standing = Standing::kAttributed;
    damaged.origin = "no origin";
    FactBlock block;
    block.AddEvent(Deposit());
    block.AddEvent(damaged);
    block.AddEvent(Deposit());
    const Rows with_damaged_origin = Project(block.Bytes());
    EXPECT_FALSE(with_damaged_origin.whole);
    EXPECT_EQ(with_damaged_origin.rows.size(), 2U);
    const Rows cut_short = Project(block.Bytes().substr(0, block.Bytes().size() - 20));
    EXPECT_FALSE(cut_short.whole);
    EXPECT_EQ(cut_short.rows.size(), 1U);
    EXPECT_FALSE(Project("").whole);
}

RC_GTEST_PROP(ProjectBlock, DamageOnlyLosesRows, (std::uint64_t seed)) {
    SeededChoice choose(seed);
    std::vector<Click> clicks{tracking::AnyClick(choose), tracking::AnyClick(choose)};
    FactBlock block;
    block.AddClicks(SegmentOf(clicks));
    block.AddEvent(Deposit());
    std::string bytes = block.Bytes();
    bytes[choose(bytes.size())] = static_cast<char>(choose(256));
    for (const FactRow& row : Project(bytes).rows) RC_ASSERT(row.kind.code > 0 && row.kind.code < FactKind::kCodesEnd);
}

}  // namespace
}  // namespace fairlead::reporting
