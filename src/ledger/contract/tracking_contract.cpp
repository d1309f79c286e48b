#include <algorithm>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using tracking::Click;
using tracking::NthId;
using tracking::SeededChoice;
using tracking::Uncounted;

constexpr Sql kBlockNumbers(
    "SELECT block_no, recorded_at FROM fact_blocks WHERE operator_id = $1 ORDER BY recorded_at");
constexpr Sql kOperatorMarks("SELECT last_block, last_recorded_at FROM operators WHERE operator_id = $1");

class TrackingContract : public LedgerContract {
protected:
    // Records random clicks in batches of at most `batch_max`, oldest first.
    std::vector<Click> TrackAny(OperatorId owner, std::uint64_t seed, std::size_t count, std::uint64_t batch_max) {
        SeededChoice choose(seed);
        std::vector<Click> all;
        while (all.size() < count) {
            std::vector<Click> batch;
            for (std::uint64_t n = 1 + choose(batch_max); n > 0; --n) {
                batch.push_back(tracking::AnyClick(choose));
                batch.back().id = tracking::MakeClickId({.random = choose(1ULL << tracking::kClickRandomBits)});
            }
            EXPECT_TRUE(Track(*ledger_, owner, batch));
            all.insert(all.end(), batch.begin(), batch.end());
        }
        return all;
    }

    std::optional<Click> Find(OperatorId owner, ClickId id) {
        const auto found = AllClicks(*ledger_, {.owner = owner, .click = id});
        return found.empty() ? std::nullopt : std::optional(found.front());
    }

    // Blocks are numbered from 1 without gaps, and each is later than the previous one.
    void ExpectOrderlyBlocks(OperatorId owner) {
        const auto connection = place_->Look();
        const auto rows = connection->Query(kBlockNumbers, {Value::Of(owner)});
        ASSERT_TRUE(rows);
        for (std::size_t i = 0; i < rows->size(); ++i) {
            EXPECT_EQ(rows->Integer(i, kBlockNumbers["block_no"]), static_cast<std::int64_t>(i + 1));
            EXPECT_GT(rows->Time(i, kBlockNumbers["recorded_at"]),
                      i == 0 ? Timestamp{0} : rows->Time(i - 1, kBlockNumbers["recorded_at"]));
        }
        const auto marks = connection->Query(kOperatorMarks, {Value::Of(owner)});
        EXPECT_EQ(marks->Integer(0, kOperatorMarks["last_block"]), static_cast<std::int64_t>(rows->size()));
        EXPECT_EQ(marks->Time(0, kOperatorMarks["last_recorded_at"]),
                  rows->Time(rows->size() - 1, kBlockNumbers["recorded_at"]));
    }
};

TEST_P(TrackingContract, AClickIsFoundByItsIdWithEveryMemberEvenAfterARestart) {
    const OperatorId owner = MakeOperator();
    const auto clicks = TrackAny(owner, 1, 60, 7);
    for (const Click& click : clicks) EXPECT_EQ(Find(owner, click.id), click);
    Reopen();
    for (const Click& click : clicks) EXPECT_EQ(Find(owner, click.id), click);
}

TEST_P(TrackingContract, AnIdWithOneWrongPartFindsNothing) {
    const OperatorId owner = MakeOperator();
    const Click click = TrackAny(owner, 1, 1, 1).front();
    const auto place = *tracking::PlaceOf(click.id);
    auto guessed = place;
    guessed.random ^= 1;
    auto beyond = place;
    beyond.index += 1;
    auto before = place;
    before.batch_time.micros -= 1;
    for (const auto& wrong : {guessed, beyond, before}) EXPECT_FALSE(Find(owner, tracking::MakeClickId(wrong)));
    EXPECT_FALSE(Find(owner, *ClickId::Parse("f47ac10b-58cc-4372-a567-0e02b2c3d479")));
}

TEST_P(TrackingContract, EveryCommitIsLaterThanThePreviousOneAndHasTheNextNumber) {
    const OperatorId owner = MakeOperator();
    Timestamp last{0};
    for (int i = 0; i < 30; ++i) {
        Click click = ClickOf(BrandOf(owner), 1);
        const auto receipt = Track(*ledger_, owner, std::span(&click, 1));
        ASSERT_TRUE(receipt);
        EXPECT_GT(receipt->recorded_at, last);
        last = receipt->recorded_at;
        ASSERT_TRUE(Ingest(owner, {MakeDeposit(BrandOf(owner), std::to_string(i), "1")}));
        if (i == 15) Reopen();
    }
    ExpectOrderlyBlocks(owner);
}

TEST_P(TrackingContract, ClicksAndEventsFromManyThreadsAllGetTheirPlace) {
    const OperatorId owner = MakeOperator();
    const BrandId brand = BrandOf(owner);
    std::mutex mutex;
    std::vector<Click> all;
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t t = 0; t < 32; ++t) {
            threads.emplace_back([&, t] {
                for (std::uint64_t i = 0; i < 4; ++i) {
                    std::vector<Click> clicks{ClickOf(brand, 10 * t + i), ClickOf(brand, 10 * t + i)};
                    ASSERT_TRUE(Track(*ledger_, owner, clicks));
                    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, std::to_string(10 * t + i), "1")}));
                    const std::lock_guard lock(mutex);
                    all.insert(all.end(), clicks.begin(), clicks.end());
                }
            });
        }
    }
    std::set<ClickId> ids;
    for (const Click& click : all) {
        ids.insert(click.id);
        EXPECT_EQ(Find(owner, click.id), click);
    }
    EXPECT_EQ(ids.size(), 256U);
    ExpectOrderlyBlocks(owner);
    EXPECT_EQ(Health(owner).click_total, 256);
}

TEST_P(TrackingContract, TotalsCountEveryClickAndImpression) {
    const OperatorId owner = MakeOperator();
    const OperatorId other = MakeOperator("Other");
    Click counted = ClickOf(BrandOf(owner), 1);
    Click bot = counted;
    bot.uncounted = Uncounted::kBot;
    std::vector<Click> clicks{counted, bot};
    std::string key;
    facts::AppendImpressionHead(key, Now(), BrandOf(owner), "DE");
    key += EncodeOrigin(counted.origin);
    ASSERT_TRUE(Track(*ledger_, owner, clicks, {{key, 40}}));
    ASSERT_TRUE(Track(*ledger_, owner, {}, {{key, 2}}));
    Reopen();
    EXPECT_EQ(Health(owner).click_total, 2);
    EXPECT_EQ(Health(owner).impression_total, 42);
    EXPECT_EQ(Health(other).click_total, 0);
    EXPECT_EQ(Health(other).impression_total, 0);
    std::int64_t times = 0;
    const auto connection = place_->Look();
    const auto blocks = ReadBlocksAfter(*connection, owner, Timestamp{0}, 10);
    for (const auto& block : *blocks) {
        facts::ReadBlock(block.bytes, block.recorded_at,
                         {.impression = [&](const auto& fact) { times += fact.times; }});
    }
    EXPECT_EQ(times, 42);
}

TEST_P(TrackingContract, AnOperatorThatDoesNotExistHasNoClicks) {
    Click click = ClickOf(BrandId::New(), 1);
    const auto receipt = Track(*ledger_, OperatorId::New(), std::span(&click, 1));
    ASSERT_FALSE(receipt);
    EXPECT_EQ(receipt.error().code, ErrorCode::kNotFound);
}

TEST_P(TrackingContract, ClicksThatPassTheFiltersAreListedOnceNewestFirst) {
    const OperatorId owner = MakeOperator();
    auto all = TrackAny(owner, 5, 150, 6);
    std::ranges::reverse(all);
    const auto expect_list = [&](app::ClickQuery query, auto passes) {
        query.owner = owner;
        std::vector<Click> expected;
        std::ranges::copy_if(all, std::back_inserter(expected), passes);
        for (const std::size_t limit : {1U, 7U, 200U}) {
            query.limit = limit;
            EXPECT_EQ(AllClicks(*ledger_, query), expected);
        }
        EXPECT_FALSE(expected.empty());
    };
    const Click& some = all[70];
    expect_list({}, [](const Click&) { return true; });
    expect_list({.link = NthId<LinkId>(1)}, [](const Click& c) { return c.origin.link == NthId<LinkId>(1); });
    expect_list({.affiliate = some.origin.affiliate},
                [&](const Click& c) { return c.origin.affiliate == some.origin.affiliate; });
    expect_list({.brand = some.brand}, [&](const Click& c) { return c.brand == some.brand; });
    expect_list({.counted = true}, [](const Click& c) { return c.uncounted == Uncounted::kNo; });
    expect_list({.counted = false}, [](const Click& c) { return c.uncounted != Uncounted::kNo; });
    expect_list({.time = {.from = some.time}}, [&](const Click& c) { return c.time >= some.time; });
    expect_list({.time = {.to = some.time}}, [&](const Click& c) { return c.time <= some.time; });
    expect_list({.time = {.from = some.time, .to = some.time}}, [&](const Click& c) { return c.time == some.time; });
}

// Events of many players, some of one affiliate, in the order of sending.
class ListContract : public TrackingContract {
protected:
    ListContract() {
        Click click = ClickOf(brand_, 1);
        EXPECT_TRUE(Track(*ledger_, owner_, std::span(&click, 1)));
        SeededChoice choose(11);
        for (int i = 0; i < 120; ++i) {
            const std::string player = "player-" + std::to_string(choose(15));
            const bool registers = choose(5) == 0;
            auto event = registers ? MakeEvent(brand_, std::to_string(i), EventType::kRegistration, player)
                                   : MakeDeposit(brand_, std::to_string(i), "1", player);
            event.time = Timestamp{static_cast<std::int64_t>(1'000'000 * (1 + choose(50)))};
            if (registers && choose(2) == 0) event.click_id = click.id.ToString();
            sent_.push_back(event);
        }
        for (std::size_t i = 0; i < sent_.size(); i += 10) {
            EXPECT_TRUE(Ingest(owner_, {sent_.begin() + static_cast<std::ptrdiff_t>(i),
                                        sent_.begin() + static_cast<std::ptrdiff_t>(i + 10)}));
        }
    }

    // Reads the list in pages of several sizes. Each event must be listed exactly once, newest first.
    void ExpectEvents(app::EventQuery query, const std::function<bool(const events::Event&)>& passes) {
        std::vector<std::string> expected;
        for (const auto& event : sent_) {
            if (passes(event)) expected.insert(expected.begin(), event.idempotency_key);
        }
        EXPECT_FALSE(expected.empty());
        query.owner = owner_;
        for (const std::size_t limit : {1U, 7U, 200U}) {
            query.limit = limit;
            std::vector<std::string> keys;
            for (const auto& record : AllEvents(*ledger_, query)) keys.push_back(record.event.idempotency_key);
            EXPECT_EQ(keys, expected);
        }
    }

    // The first registration decides, at any position among the events of its player.
    bool IsBroughtByTheAffiliate(const std::string& player) const {
        for (const auto& event : sent_) {
            if (event.player_ref == player && event.type == EventType::kRegistration) return !event.click_id.empty();
        }
        return false;
    }

    OperatorId owner_ = MakeOperator();
    BrandId brand_ = BrandOf(owner_);
    std::vector<events::Event> sent_;
};

TEST_P(ListContract, EventsThatPassTheFiltersAreListedOnceNewestFirst) {
    const Timestamp middle{25'000'000};
    ExpectEvents({}, [](const auto&) { return true; });
    ExpectEvents({.idempotency_key = "77"}, [](const auto& event) { return event.idempotency_key == "77"; });
    ExpectEvents({.brand = brand_}, [](const auto&) { return true; });
    ExpectEvents({.type = EventType::kDeposit}, [](const auto& event) { return event.type == EventType::kDeposit; });
    ExpectEvents({.event_time = {.from = middle}}, [&](const auto& event) { return event.time >= middle; });
    ExpectEvents({.event_time = {.to = middle}}, [&](const auto& event) { return event.time <= middle; });
    const auto player = PlayerCalled(*ledger_, owner_, sent_.front().player_ref);
    ExpectEvents({.player = player.id}, [&](const auto& event) { return event.player_ref == player.external_ref; });
    const auto brought = [&](const auto& event) { return IsBroughtByTheAffiliate(event.player_ref); };
    ExpectEvents({.affiliate = NthId<AffiliateId>(1)}, brought);
    ExpectEvents({.link = NthId<LinkId>(1)}, brought);
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = owner_, .affiliate = NthId<AffiliateId>(2)}).empty());
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = owner_, .brand = BrandId::New()}).empty());
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = owner_, .idempotency_key = "never sent"}).empty());
}

TEST_P(ListContract, PlayersThatPassTheFiltersAreListedOnce) {
    std::set<std::string> everybody;
    std::set<std::string> brought;
    for (const auto& event : sent_) {
        everybody.insert(event.player_ref);
        if (IsBroughtByTheAffiliate(event.player_ref)) brought.insert(event.player_ref);
    }
    EXPECT_FALSE(brought.empty());
    const auto expect_list = [&](app::PlayerQuery query, const std::set<std::string>& expected) {
        query.owner = owner_;
        for (const std::size_t limit : {1U, 4U, 200U}) {
            query.limit = limit;
            const auto players = AllPlayers(*ledger_, query);
            std::set<std::string> names;
            for (const auto& player : players) names.insert(player.external_ref);
            EXPECT_EQ(names, expected);
            EXPECT_EQ(players.size(), expected.size());
            EXPECT_TRUE(std::ranges::is_sorted(players, std::greater{}, &app::PlayerRecord::id));
        }
    };
    expect_list({}, everybody);
    expect_list({.brand = brand_}, everybody);
    expect_list({.brand = BrandId::New()}, {});
    expect_list({.affiliate = NthId<AffiliateId>(1)}, brought);
    expect_list({.affiliate = NthId<AffiliateId>(2)}, {});
    expect_list({.external_ref = *everybody.begin()}, {*everybody.begin()});
    expect_list({.external_ref = "nobody"}, {});
}

TEST_P(TrackingContract, PlayersOfOneReferenceAtSeveralBrandsAreAllListed) {
    const OperatorId owner = MakeOperator();
    const BrandId older = BrandOf(owner);
    const BrandId newer = BrandId::New();
    const catalogue::Brand second{.id = newer, .name = "Second", .created_at = Now()};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {second}}));
    // The player of the newer brand is the older one.
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(newer, "n", "1")}));
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(older, "o", "1")}));
    const auto players = AllPlayers(*ledger_, {.owner = owner, .limit = 1, .external_ref = "player-1"});
    ASSERT_EQ(players.size(), 2U);
    EXPECT_EQ(players[0].brand, older);
    EXPECT_EQ(players[1].brand, newer);
}

TEST_P(ListContract, AnotherOperatorSeesNothingByAnyId) {
    const OperatorId other = MakeOperator("Other");
    const auto player = PlayerCalled(*ledger_, owner_, sent_.front().player_ref);
    const auto clicks = AllClicks(*ledger_, {.owner = owner_});
    ASSERT_EQ(clicks.size(), 1U);
    EXPECT_TRUE(AllClicks(*ledger_, {.owner = other}).empty());
    EXPECT_FALSE(Find(other, clicks.front().id));
    EXPECT_TRUE(AllClicks(*ledger_, {.owner = other, .brand = brand_}).empty());
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = other}).empty());
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = other, .player = player.id}).empty());
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = other, .external_ref = player.external_ref}).empty());
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = other, .affiliate = NthId<AffiliateId>(1)}).empty());
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = other}).empty());
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = other, .idempotency_key = "77"}).empty());
    EXPECT_TRUE(AllEvents(*ledger_, {.owner = other, .player = player.id}).empty());
    const auto history = app::Await<app::PlayerHistory>(
        [&](auto done) { ledger_->records().ReadPlayerHistory(other, player.id, std::move(done)); });
    ASSERT_FALSE(history);
    EXPECT_EQ(history.error().code, ErrorCode::kNotFound);
    // A click id of one operator does not attribute a player of another operator.
    auto registration = MakeEvent(brand_, "stolen");
    registration.click_id = clicks.front().id.ToString();
    registration.time = Now();
    ASSERT_TRUE(Ingest(other, {registration}));
    const auto players = AllPlayers(*ledger_, {.owner = other});
    ASSERT_EQ(players.size(), 1U);
    EXPECT_EQ(players.front().attribution->method, attribution::Method::kOrganic);
}

INSTANTIATE_TEST_SUITE_P(Engines, TrackingContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });
INSTANTIATE_TEST_SUITE_P(Engines, ListContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
