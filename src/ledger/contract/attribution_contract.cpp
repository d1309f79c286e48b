#include <algorithm>
#include <array>

#include "app/ports/commission_store.hpp"
#include "domain/attribution/naive_oracle_test.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using attribution::Method;
using attribution::Policy;
using events::EventType;
using facts::Standing;
using tracking::Click;
using tracking::NthId;
using tracking::SeededChoice;

constexpr std::array<Policy, tracking::kAnyBrands> kPolicies{{
    {.fallback = catalogue::AttributionFallback::kLastClick, .window_days = 30},
    {.fallback = catalogue::AttributionFallback::kEvidence, .window_days = 1},
    {.fallback = catalogue::AttributionFallback::kLastClick, .window_days = 365},
}};

const Policy& PolicyOf(BrandId brand) { return kPolicies[brand.uuid.bytes.back() - 1]; }

FactSum Sum(std::int64_t weight, const std::string& amount = "0") { return {weight, *Decimal::Parse(amount)}; }

class AttributionContract : public LedgerContract {
protected:
    // An operator with the brands of kPolicies, which have the same ids for every operator.
    OperatorId MakeOperatorWithPolicies(const std::string& name) {
        const OperatorId owner = MakeOperator(name);
        app::CatalogueChange change{.owner = owner, .based_on_version = 1};
        for (std::uint64_t n = 1; n <= kPolicies.size(); ++n) {
            const Policy& policy = kPolicies[n - 1];
            change.upserts.emplace_back(catalogue::Brand{.id = NthId<BrandId>(n),
                                                         .name = "Brand",
                                                         .attribution_window_days = policy.window_days,
                                                         .attribution_fallback = policy.fallback,
                                                         .created_at = Now()});
        }
        EXPECT_TRUE(Apply(std::move(change)));
        return owner;
    }

    // Records a few random clicks in one batch.
    void TrackAny(SeededChoice& choose, OperatorId owner, std::vector<Click>& all) {
        std::vector<Click> clicks;
        for (std::uint64_t n = 1 + choose(12); n > 0; --n) {
            clicks.push_back(tracking::AnyClick(choose));
            clicks.back().id = tracking::MakeClickId({.random = choose(1ULL << tracking::kClickRandomBits)});
        }
        ASSERT_TRUE(Track(*ledger_, owner, clicks));
        all.insert(all.end(), clicks.begin(), clicks.end());
    }

    // Sends registrations of new players in one batch and compares each decision with the rules.
    void RegisterAny(SeededChoice& choose, OperatorId owner, std::span<const Click> all, int count) {
        std::vector<events::Event> batch;
        for (int i = 0; i < count; ++i) {
            batch.push_back(AnyRegistration(choose, kPolicies[choose(kPolicies.size())], all));
            batch.back().idempotency_key = batch.back().player_ref = "player-" + std::to_string(++players_);
        }
        ASSERT_TRUE(Ingest(owner, batch));
        for (const events::Event& event : batch) {
            const auto expected = AttributeNaively(event, PolicyOf(event.brand), all);
            const auto decided = PlayerCalled(*ledger_, owner, event.player_ref).attribution;
            ASSERT_TRUE(decided);
            ASSERT_EQ(decided->method, expected.method) << event.player_ref;
            ASSERT_EQ(decided->click, expected.click ? std::optional(expected.click->id) : std::nullopt);
            if (!expected.click) continue;
            EXPECT_EQ(decided->affiliate, expected.click->origin.affiliate);
            EXPECT_EQ(decided->link, expected.click->origin.link);
            ++won_;
            if (expected.method == Method::kLastClick && LaterClicks(*expected.click, event, all) > 5) ++searched_;
        }
    }

    // The number of the brand's counted clicks between a click and the registration.
    static std::ptrdiff_t LaterClicks(const Click& click, const events::Event& registration,
                                      std::span<const Click> all) {
        return std::ranges::count_if(all, [&](const Click& other) {
            return other.brand == click.brand && other.IsCounted() && other.id > click.id &&
                   other.time <= registration.time;
        });
    }

    int players_ = 0;
    int won_ = 0;
    int searched_ = 0;
};

TEST_P(AttributionContract, AnyRegistrationIsDecidedByTheRulesEvenAfterARestart) {
    SeededChoice choose(2026);
    const std::array owners{MakeOperatorWithPolicies("One"), MakeOperatorWithPolicies("Two")};
    // The clicks of another operator have the same brands, addresses and agents, but they never count.
    std::array<std::vector<Click>, 2> clicks;
    for (int round = 0; round < 80; ++round) {
        for (std::size_t i = 0; i < owners.size(); ++i) {
            TrackAny(choose, owners[i], clicks[i]);
            ASSERT_NO_FATAL_FAILURE(RegisterAny(choose, owners[i], clicks[i], 6));
        }
        if (round % 8 == 7) Reopen();
    }
    EXPECT_EQ(players_, 960);
    EXPECT_GT(won_, 300);
    EXPECT_LT(won_, 800);
    // The latest clicks of a brand are always read, so only an older winner shows that the index works.
    EXPECT_GT(searched_, 50);
}

TEST_P(AttributionContract, AClickIsFoundBehindManyUnsuitableClicks) {
    // More blocks than are read at once are between the click and the registration.
    const OperatorId owner = MakeOperatorWithPolicies("One");
    Click wanted = ClickOf(NthId<BrandId>(1), 1);
    wanted.address_hash = tracking::NthAddress(2);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&wanted, 1)));
    for (int i = 0; i < 70; ++i) {
        Click other = ClickOf(NthId<BrandId>(1), 2);
        ASSERT_TRUE(Track(*ledger_, owner, std::span(&other, 1)));
    }
    auto registration = MakeEvent(NthId<BrandId>(1), "r");
    registration.time = Now();
    registration.ip_hash = ToHex(wanted.address_hash);
    ASSERT_TRUE(Ingest(owner, {registration}));
    const auto decided = PlayerCalled(*ledger_, owner, "player-1").attribution;
    ASSERT_TRUE(decided);
    EXPECT_EQ(decided->click, wanted.id);
    // A few of the latest clicks are shown beside the winner, with the reason why they lost.
    ASSERT_EQ(decided->weighed.candidates.size(), 6U);
    EXPECT_EQ(decided->weighed.candidates.front().outcome, attribution::Outcome::kAddressDiffers);
    EXPECT_EQ(decided->weighed.candidates.back().click, wanted.id);
}

TEST_P(AttributionContract, AChangedPolicyAppliesToTheNextRegistration) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    Click click = ClickOf(brand, 1);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
    const catalogue::Brand changed{.id = brand,
                                   .name = "Brand",
                                   .attribution_fallback = catalogue::AttributionFallback::kOff,
                                   .created_at = Now()};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {changed}}));
    auto registration = MakeEvent(brand, "r");
    registration.time = Now();
    ASSERT_TRUE(Ingest(owner, {registration}));
    EXPECT_EQ(PlayerCalled(*ledger_, owner, "player-1").attribution->method, Method::kOrganic);
}

TEST_P(AttributionContract, EventsBeforeTheRegistrationAreAttributedWithIt) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    Click click = ClickOf(brand, 7);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
    auto first_deposit = MakeDeposit(brand, "f1", "20");
    first_deposit.type = EventType::kFirstDeposit;
    auto repeated = first_deposit;
    repeated.idempotency_key = "f2";
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d1", "50"), first_deposit}));
    ASSERT_TRUE(Ingest(owner, {repeated, MakeDeposit(brand, "other", "3", "somebody else")}));
    const AffiliateId nobody;
    EXPECT_EQ(SumFacts(*place_->Look(), owner),
              (FactSums{{{Standing::kUnregistered, nobody, EventType::kDeposit}, Sum(2, "53")},
                        {{Standing::kUnregistered, nobody, EventType::kFirstDeposit}, Sum(1, "20")}}));
    Reopen();
    auto registration = MakeEvent(brand, "r");
    registration.click_id = click.id.ToString();
    // In the same batch, before and after the registration.
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d2", "7"), registration, MakeDeposit(brand, "d3", "0.5")}));
    const AffiliateId affiliate = click.origin.affiliate;
    EXPECT_EQ(SumFacts(*place_->Look(), owner),
              (FactSums{{{Standing::kUnregistered, nobody, EventType::kDeposit}, Sum(1, "3")},
                        {{Standing::kAttributed, affiliate, EventType::kDeposit}, Sum(3, "57.5")},
                        {{Standing::kAttributed, affiliate, EventType::kFirstDeposit}, Sum(1, "20")},
                        {{Standing::kAttributed, affiliate, EventType::kRegistration}, Sum(1)}}));
    const auto player = PlayerCalled(*ledger_, owner, "player-1");
    EXPECT_EQ(player.registered_at, registration.time);
    EXPECT_EQ(player.totals.at(EventType::kDeposit).count, 3);
    EXPECT_EQ(player.totals.at(EventType::kFirstDeposit).count, 1);
    EXPECT_EQ(player.totals.at(EventType::kDeposit).amounts.at(*Currency::Parse("EUR")), *Decimal::Parse("57.5"));
}

TEST_P(AttributionContract, EventsInAnyBatchesAddUpToTheSameFacts) {
    // The same forty events of four players, in one batch and one by one with restarts in between.
    SeededChoice choose(7);
    std::vector<events::Event> all;
    const auto brand = NthId<BrandId>(1);
    for (int i = 0; i < 40; ++i) {
        const std::string player = std::to_string(choose(4));
        all.push_back(choose(5) == 0 ? MakeEvent(brand, std::to_string(i), EventType::kRegistration, player)
                                     : MakeDeposit(brand, std::to_string(i), std::to_string(choose(100)), player));
        if (choose(4) == 0 && all.back().money) all.back().type = EventType::kFirstDeposit;
    }
    const OperatorId at_once = MakeOperatorWithPolicies("One");
    const OperatorId one_by_one = MakeOperatorWithPolicies("Two");
    ASSERT_TRUE(Ingest(at_once, all));
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_TRUE(Ingest(one_by_one, {all[i]}));
        if (i % 15 == 14) Reopen();
    }
    const auto connection = place_->Look();
    EXPECT_EQ(SumFacts(*connection, at_once), SumFacts(*connection, one_by_one));
}

// Without an affiliate the player becomes organic.
Status ReassignTo(app::Ledger& ledger, OperatorId owner, PlayerId player, std::optional<std::uint64_t> affiliate,
                  std::optional<LinkId> link = std::nullopt) {
    app::Reassignment reassignment{.owner = owner, .player = player, .actor = "user/1", .reason = "a complaint"};
    if (affiliate) {
        reassignment.origin = tracking::Origin{.affiliate = NthId<AffiliateId>(*affiliate), .link = link};
    }
    return app::Await<Status>([&](auto done) { ledger.commission_store().Reassign(reassignment, std::move(done)); });
}

TEST_P(AttributionContract, AReassignedPlayerMovesWithAllItsFacts) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    Click click = ClickOf(brand, 1);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
    auto registration = MakeEvent(brand, "r");
    registration.click_id = click.id.ToString();
    auto again = registration;
    again.idempotency_key = "r again";
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d1", "50"), registration, again}));
    ASSERT_TRUE(
        Ingest(owner, {MakeDeposit(brand, "d2", "1.5"), MakeEvent(brand, "other", EventType::kRegistration, "b")}));
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    ASSERT_TRUE(ReassignTo(*ledger_, owner, player, 9));
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d3", "2")}));

    const auto affiliate = NthId<AffiliateId>(9);
    EXPECT_EQ(SumFacts(*place_->Look(), owner),
              (FactSums{{{Standing::kAttributed, affiliate, EventType::kDeposit}, Sum(3, "53.5")},
                        {{Standing::kAttributed, affiliate, EventType::kRegistration}, Sum(1)},
                        {{Standing::kOrganic, {}, EventType::kRegistration}, Sum(1)}}));
    const auto history = app::Await<app::PlayerHistory>(
        [&](auto done) { ledger_->records().ReadPlayerHistory(owner, player, std::move(done)); });
    ASSERT_EQ(history->decisions.size(), 2U);
    EXPECT_EQ(history->decisions[0].method, Method::kDirect);
    EXPECT_EQ(history->decisions[0].affiliate, click.origin.affiliate);
    EXPECT_EQ(history->decisions[1].method, Method::kManual);
    EXPECT_EQ(history->decisions[1].affiliate, affiliate);
    EXPECT_EQ(history->decisions[1].actor, "user/1");
    EXPECT_EQ(history->decisions[1].reason, "a complaint");
    EXPECT_GT(history->decisions[1].decided_at, history->decisions[0].decided_at);
    EXPECT_EQ(history->player.attribution->affiliate, affiliate);
    EXPECT_EQ(AllPlayers(*ledger_, {.owner = owner, .affiliate = affiliate}).size(), 1U);
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = owner, .affiliate = click.origin.affiliate}).empty());
    EXPECT_EQ(AllEvents(*ledger_, {.owner = owner, .affiliate = affiliate}).size(), 5U);
}

TEST_P(AttributionContract, AReleasedPlayerIsOrganicWithAllItsFacts) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    Click click = ClickOf(brand, 1);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
    auto registration = MakeEvent(brand, "r");
    registration.click_id = click.id.ToString();
    ASSERT_TRUE(Ingest(owner, {registration, MakeDeposit(brand, "d1", "50")}));
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    ASSERT_TRUE(ReassignTo(*ledger_, owner, player, std::nullopt));
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d2", "2")}));

    EXPECT_EQ(SumFacts(*place_->Look(), owner),
              (FactSums{{{Standing::kOrganic, {}, EventType::kDeposit}, Sum(2, "52")},
                        {{Standing::kOrganic, {}, EventType::kRegistration}, Sum(1)}}));
    const auto history = app::Await<app::PlayerHistory>(
        [&](auto done) { ledger_->records().ReadPlayerHistory(owner, player, std::move(done)); });
    ASSERT_EQ(history->decisions.size(), 2U);
    EXPECT_EQ(history->decisions[1].method, Method::kManual);
    EXPECT_EQ(history->decisions[1].affiliate, std::nullopt);
    EXPECT_EQ(history->decisions[1].reason, "a complaint");
    EXPECT_TRUE(AllPlayers(*ledger_, {.owner = owner, .affiliate = click.origin.affiliate}).empty());
    EXPECT_EQ(ReassignTo(*ledger_, owner, player, std::nullopt).error().code, ErrorCode::kConflict);
    ASSERT_TRUE(ReassignTo(*ledger_, owner, player, 1));
    EXPECT_EQ(AllPlayers(*ledger_, {.owner = owner, .affiliate = click.origin.affiliate}).size(), 1U);
}

TEST_P(AttributionContract, APlayerWithTooManyEventsIsNotReassigned) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    ASSERT_TRUE(Ingest(owner, {MakeEvent(brand, "r"), MakeDeposit(brand, "d1", "50"), MakeDeposit(brand, "d2", "2")}));
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    const auto reassign = [&](std::size_t events_max) {
        const app::Reassignment reassignment{.owner = owner,
                                             .player = player,
                                             .origin = tracking::Origin{.affiliate = NthId<AffiliateId>(9)},
                                             .actor = "user/1",
                                             .reason = "a complaint",
                                             .events_max = events_max};
        return app::Await<Status>(
            [&](auto done) { ledger_->commission_store().Reassign(reassignment, std::move(done)); });
    };
    const Status refused = reassign(2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
    EXPECT_EQ(AllPlayers(*ledger_, {.owner = owner, .affiliate = NthId<AffiliateId>(9)}).size(), 0U);
    EXPECT_TRUE(reassign(3));
    EXPECT_EQ(AllPlayers(*ledger_, {.owner = owner, .affiliate = NthId<AffiliateId>(9)}).size(), 1U);
}

TEST_P(AttributionContract, OnlyARegisteredPlayerOfTheOperatorCanBeReassigned) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const OperatorId other = MakeOperatorWithPolicies("Two");
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(NthId<BrandId>(1), "d", "1")}));
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    EXPECT_EQ(ReassignTo(*ledger_, owner, player, 1).error().code, ErrorCode::kConflict);
    EXPECT_EQ(ReassignTo(*ledger_, other, player, 1).error().code, ErrorCode::kNotFound);
    EXPECT_EQ(ReassignTo(*ledger_, owner, PlayerId::New(), 1).error().code, ErrorCode::kNotFound);
}

// Several nodes share a ledger.
class AttributionNodes : public AttributionContract {
protected:
    // The affiliate under which the last event was recorded.
    static tracking::Origin LastOrigin(Connection& connection, OperatorId owner) {
        tracking::Origin origin;
        const auto blocks = ReadBlocksAfter(connection, owner, Timestamp{0}, 1000);
        EXPECT_TRUE(blocks);
        EXPECT_TRUE(facts::ReadBlock(blocks->back().bytes, blocks->back().recorded_at,
                                     {.event = [&](const facts::EventFact& fact) {
                                         ByteReader reader(fact.origin);
                                         origin = tracking::ReadOrigin(reader);
                                     }}));
        return origin;
    }
};

TEST_P(AttributionNodes, WhatOneNodeRemembersOfAPlayerGivesWayToWhatAnotherHasDone) {
    const OperatorId owner = MakeOperatorWithPolicies("One");
    const auto brand = NthId<BrandId>(1);
    const auto other_node = place_->Open(metrics_);
    Click click = ClickOf(brand, 1);
    ASSERT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
    auto registration = MakeEvent(brand, "r");
    registration.click_id = click.id.ToString();
    ASSERT_TRUE(Ingest(owner, {registration, MakeDeposit(brand, "d1", "1")}));
    const PlayerId player = PlayerCalled(*ledger_, owner, "player-1").id;
    const auto connection = place_->Look();
    EXPECT_EQ(LastOrigin(*connection, owner).affiliate, click.origin.affiliate);

    ASSERT_TRUE(ReassignTo(*other_node, owner, player, 9));
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d2", "1")}));
    EXPECT_EQ(LastOrigin(*connection, owner).affiliate, NthId<AffiliateId>(9));
    // The affiliate does not change, so commission does not change.
    ASSERT_TRUE(ReassignTo(*other_node, owner, player, 9, NthId<LinkId>(3)));
    ASSERT_TRUE(Ingest(owner, {MakeDeposit(brand, "d3", "1")}));
    EXPECT_EQ(LastOrigin(*connection, owner).link, NthId<LinkId>(3));
    // A first deposit that the other node accepted is the first deposit for this node, too.
    auto first_deposit = MakeDeposit(brand, "f1", "20");
    first_deposit.type = EventType::kFirstDeposit;
    ASSERT_TRUE(IngestInto(*other_node, owner, {first_deposit}));
    first_deposit.idempotency_key = "f2";
    ASSERT_TRUE(Ingest(owner, {first_deposit}));
    EXPECT_EQ(Health(owner).anomaly_count, 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, AttributionNodes, testing::Values("Postgres"),
                         [](const auto& engine) { return engine.param; });
INSTANTIATE_TEST_SUITE_P(Engines, AttributionContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
