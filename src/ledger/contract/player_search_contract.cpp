#include <algorithm>

#include "app/portal/player_alias.hpp"
#include "app/ports/commission_store.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/contract/tracking_calls.hpp"

namespace fairlead::ledger {
namespace {

using events::EventType;
using tracking::Click;
using tracking::NthId;

constexpr Bytes32 kKey{7};
constexpr Sql kAliases("SELECT count(*) FROM player_aliases");

class PlayerSearchContract : public LedgerContract {
protected:
    // Registers a player with a click of this affiliate.
    PlayerId Bring(OperatorId owner, std::uint64_t affiliate, const std::string& ref) {
        Click click = ClickOf(BrandOf(owner), affiliate);
        EXPECT_TRUE(Track(*ledger_, owner, std::span(&click, 1)));
        auto registration = MakeEvent(BrandOf(owner), "r " + ref, EventType::kRegistration, ref);
        registration.click_id = click.id.ToString();
        EXPECT_TRUE(Ingest(owner, {registration}));
        return PlayerCalled(*ledger_, owner, ref).id;
    }

    void ReassignTo(OperatorId owner, PlayerId player, std::uint64_t affiliate) {
        app::Reassignment reassignment{.owner = owner, .player = player, .actor = "user/1", .reason = "a complaint"};
        reassignment.origin.emplace().affiliate = NthId<AffiliateId>(affiliate);
        ASSERT_TRUE(app::Await<Status>(
            [&](auto done) { ledger_->commission_store().Reassign(reassignment, std::move(done)); }));
    }

    std::vector<std::string> Found(app::PlayerQuery query, std::size_t limit = 50) {
        query.limit = limit;
        std::vector<std::string> refs;
        for (const auto& player : AllPlayers(*ledger_, std::move(query))) refs.push_back(player.external_ref);
        return refs;
    }

    static app::PlayerQuery For(OperatorId owner, const std::string& text) {
        return {.owner = owner, .search = text, .alias = app::ParsePlayerAlias(text)};
    }

    static std::string AliasOf(std::uint64_t affiliate, PlayerId player) {
        return app::PlayerAlias(kKey, NthId<AffiliateId>(affiliate), player);
    }
};

using Refs = std::vector<std::string>;

TEST_P(PlayerSearchContract, AnAliasFindsThePlayerOfItsAffiliate) {
    ASSERT_TRUE(ledger_->UseAliasKey(kKey));
    const OperatorId owner = MakeOperator("One");
    const PlayerId anna = Bring(owner, 1, "anna");
    Bring(owner, 2, "bert");
    EXPECT_EQ(Found(For(owner, AliasOf(1, anna))), Refs{"anna"});
    EXPECT_EQ(Found(For(owner, AliasOf(1, anna).substr(7))), Refs{"anna"});
    EXPECT_EQ(Found(For(owner, AliasOf(2, anna))), Refs{});
    EXPECT_EQ(Found(For(MakeOperator("Two"), AliasOf(1, anna))), Refs{});
    auto narrowed = For(owner, AliasOf(1, anna));
    narrowed.affiliate = NthId<AffiliateId>(2);
    EXPECT_EQ(Found(narrowed), Refs{});
}

TEST_P(PlayerSearchContract, AReassignedPlayerIsFoundByTheNamesOfBothAffiliates) {
    ASSERT_TRUE(ledger_->UseAliasKey(kKey));
    const OperatorId owner = MakeOperator("One");
    const PlayerId anna = Bring(owner, 1, "anna");
    ReassignTo(owner, anna, 2);
    ReassignTo(owner, anna, 1);
    EXPECT_EQ(Found(For(owner, AliasOf(1, anna))), Refs{"anna"});
    EXPECT_EQ(Found(For(owner, AliasOf(2, anna))), Refs{"anna"});
    EXPECT_EQ(Count(kAliases), 2);
}

TEST_P(PlayerSearchContract, ExistingPlayersGetTheirAliasesOnce) {
    const OperatorId one = MakeOperator("One");
    const OperatorId two = MakeOperator("Two");
    const PlayerId anna = Bring(one, 1, "anna");
    ReassignTo(one, anna, 3);
    const PlayerId bert = Bring(two, 2, "bert");
    ASSERT_TRUE(Ingest(one, {MakeEvent(BrandOf(one), "organic", EventType::kRegistration, "organic")}));
    EXPECT_EQ(Count(kAliases), 0);
    for (int start = 0; start < 2; ++start) {
        Reopen();
        ASSERT_TRUE(ledger_->UseAliasKey(kKey));
        EXPECT_EQ(Count(kAliases), 3);
        EXPECT_EQ(Found(For(one, AliasOf(1, anna))), Refs{"anna"});
        EXPECT_EQ(Found(For(one, AliasOf(3, anna))), Refs{"anna"});
        EXPECT_EQ(Found(For(two, AliasOf(2, bert))), Refs{"bert"});
    }
    const PlayerId carl = Bring(one, 1, "carl");
    EXPECT_EQ(Found(For(one, AliasOf(1, carl))), Refs{"carl"});
}

TEST_P(PlayerSearchContract, TheBeginningOfAReferenceIsFoundInAnyCase) {
    const OperatorId owner = MakeOperator("One");
    const BrandId brand = BrandOf(owner);
    // Only the case of ASCII letters is ignored, and no character is a wildcard.
    const Refs all{"Anna-2", "anna-1", "ANNA-10", "an%", "bAnna", "Ännchen", "a_na"};
    for (const std::string& ref : all) {
        ASSERT_TRUE(Ingest(owner, {MakeEvent(brand, ref, EventType::kRegistration, ref)}));
    }
    for (const std::size_t limit : {1U, 2U, 50U}) {
        EXPECT_EQ(Found(For(owner, "aNNa"), limit), (Refs{"anna-1", "ANNA-10", "Anna-2"}));
    }
    EXPECT_EQ(Found(For(owner, "an%")), Refs{"an%"});
    EXPECT_EQ(Found(For(owner, "a_")), Refs{"a_na"});
    EXPECT_EQ(Found(For(owner, "Änn")), Refs{"Ännchen"});
    EXPECT_EQ(Found(For(owner, "änn")), Refs{});
    EXPECT_EQ(Found(For(owner, "anna-11")), Refs{});
    EXPECT_EQ(Found(For(MakeOperator("Three"), "anna")), Refs{});
    auto behind_nobody = For(owner, "anna");
    behind_nobody.after = PlayerId::New();
    EXPECT_EQ(Found(behind_nobody), Refs{});
}

TEST_P(PlayerSearchContract, APlayerThatIsFoundTwiceIsListedOnce) {
    ASSERT_TRUE(ledger_->UseAliasKey(kKey));
    const OperatorId owner = MakeOperator("One");
    const BrandId brand = BrandOf(owner);
    const PlayerId anna = Bring(owner, 1, "anna");
    const std::string alias = AliasOf(1, anna).substr(7);
    for (const std::string& ref : {alias, alias + "-b", alias + "-a"}) {
        ASSERT_TRUE(Ingest(owner, {MakeEvent(brand, ref, EventType::kRegistration, ref)}));
    }
    const Refs expected{"anna", alias, alias + "-a", alias + "-b"};
    for (const std::size_t limit : {1U, 2U, 3U, 50U}) EXPECT_EQ(Found(For(owner, alias), limit), expected);
    // The search text is the alias of one player and also the beginning of its reference.
    auto by_both = For(owner, "anna");
    const std::uint32_t number = app::PlayerAliasNumber(kKey, NthId<AffiliateId>(1), anna);
    by_both.alias = app::AliasRange{number, number};
    EXPECT_EQ(Found(by_both, 1), Refs{"anna"});
}

TEST_P(PlayerSearchContract, MorePlayersThanAreReadAtOnceAreFoundPageByPage) {
    const OperatorId owner = MakeOperator("One");
    const BrandId brand = BrandOf(owner);
    Refs expected;
    std::vector<events::Event> batch;
    for (int i = 0; i < 450; ++i) {
        expected.push_back("player-" + std::to_string(1000 + i));
        batch.push_back(MakeEvent(brand, expected.back(), EventType::kRegistration, expected.back()));
    }
    batch.push_back(MakeEvent(brand, "other", EventType::kRegistration, "q"));
    ASSERT_TRUE(Ingest(owner, batch));
    EXPECT_EQ(Found(For(owner, "PLAYER"), 200), expected);
}

INSTANTIATE_TEST_SUITE_P(Engines, PlayerSearchContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
