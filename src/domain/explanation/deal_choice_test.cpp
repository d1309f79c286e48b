#include "domain/explanation/deal_choice.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

template <class IdType>
IdType NthDeal(std::uint8_t n) {
    IdType id;
    id.uuid.bytes[15] = n;
    return id;
}

Timestamp TimeFrom(std::string_view text) { return *Timestamp::ParseIso8601(text); }

// A player of brand 1 from Germany that registered on 1 March 2026. The question is asked on 10 March.
struct DealsForAPlayer : testing::Test {
    Deal& Add(std::uint8_t n, std::string_view name, Scope scope = {}, std::optional<Date> from = std::nullopt) {
        Deal deal{.id = NthDeal<DealId>(n), .name = std::string(name), .scope = std::move(scope)};
        deal.created_at = {std::int64_t{n}};
        plan.Apply(DealChanged{deal});
        plan.Apply(DealVersionAdded{deal.id, {.number = 1, .effective_from = from}});
        deals.push_back(deal.id);
        plan.Apply(AffiliateChanged{.affiliate = NthDeal<AffiliateId>(1), .deals = deals});
        return made.emplace_back(std::move(deal));
    }

    std::vector<DealStanding> Ask() {
        return DealsFor({.plan = &plan,
                         .registered = registered,
                         .attributed = true,
                         .player = {.id = NthDeal<PlayerId>(1),
                                    .brand = NthDeal<BrandId>(1),
                                    .country = "DE",
                                    .affiliate = NthDeal<AffiliateId>(1),
                                    .registered_at = TimeFrom("2026-03-01T00:00:00Z")},
                         .state = state,
                         .now = TimeFrom("2026-03-10T00:00:00Z")});
    }

    // The first obstacle of the second deal.
    DealObstacle Obstacle() {
        const auto standings = Ask();
        EXPECT_EQ(standings.size(), 2U);
        return standings.at(1).obstacles.at(0);
    }

    Plan plan;
    std::vector<DealId> deals;
    std::vector<Deal> made;
    PlayerState state;
    bool registered = true;
};

TEST_F(DealsForAPlayer, TheOneThatAppliesComesFirstWithItsVersion) {
    Add(1, "Other countries", {{}, {"AT", "CH"}});
    Add(2, "Everybody", {}, Date::Parse("2026-02-01"));
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 2U);
    EXPECT_TRUE(standings[0].applies);
    EXPECT_EQ(standings[0].version, 1);
    EXPECT_EQ(standings[0].version_rule, VersionRule::kRegistrationDay);
    EXPECT_EQ(
        TextOf(standings[0]),
        "Deal \"Everybody\" (00000000-0000-0000-0000-000000000002) applies in version 1, in force since 2026-02-01; "
        "the player keeps the version of the day of registration.");
    EXPECT_FALSE(standings[1].applies);
    EXPECT_EQ(standings[1].obstacles, std::vector{DealObstacle::kCountry});
    EXPECT_EQ(
        TextOf(standings[1]),
        "Deal \"Other countries\" (00000000-0000-0000-0000-000000000001) does not apply: it is for players from AT, "
        "CH, not DE.");
}

TEST_F(DealsForAPlayer, EveryReasonOfADealIsNamed) {
    Add(1, "Everybody");
    Add(2, "Elsewhere", {{NthDeal<BrandId>(9)}, {"AT"}}, Date::Parse("2026-05-01"));
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 2U);
    EXPECT_EQ(standings[1].obstacles,
              (std::vector{DealObstacle::kBrand, DealObstacle::kCountry, DealObstacle::kNotInForce}));
    EXPECT_EQ(standings[1].effective_from, Date::Parse("2026-05-01"));
    EXPECT_EQ(
        TextOf(standings[1]),
        "Deal \"Elsewhere\" (00000000-0000-0000-0000-000000000002) does not apply: it is for other brands, and it is "
        "for players from AT, not DE, and it is in force only from 2026-05-01.");
}

TEST_F(DealsForAPlayer, ANarrowerDealWinsAndThenTheNewerOne) {
    Add(1, "Everybody");
    Add(2, "Germany", {{}, {"DE"}});
    EXPECT_EQ(Ask().at(0).name, "Germany");
    EXPECT_EQ(Obstacle(), DealObstacle::kLessSpecific);
    Add(3, "Germany again", {{}, {"DE"}});
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 3U);
    EXPECT_EQ(standings[0].name, "Germany again");
    EXPECT_EQ(standings[2].obstacles, std::vector{DealObstacle::kOlder});
}

TEST_F(DealsForAPlayer, APlayerKeepsItsDeal) {
    Add(1, "First");
    state.deal = NthDeal<DealId>(1);
    state.version = 1;
    Add(2, "Germany", {{}, {"DE"}});
    EXPECT_EQ(Ask().at(0).name, "First");
    EXPECT_EQ(Obstacle(), DealObstacle::kAlreadyBound);
}

TEST_F(DealsForAPlayer, APlayerKeepsADealThatItsAffiliateLost) {
    Add(1, "First");
    state.deal = NthDeal<DealId>(1);
    state.version = 1;
    plan.Apply(AffiliateChanged{.affiliate = NthDeal<AffiliateId>(1), .deals = {}});
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 1U);
    EXPECT_FALSE(standings[0].assigned);
    EXPECT_TRUE(TextOf(standings[0]).ends_with("The affiliate no longer has this deal, but the player keeps it."));
}

TEST_F(DealsForAPlayer, TheDefaultDealIsForAffiliatesWithoutADeal) {
    Deal deal{.id = NthDeal<DealId>(1), .name = "House", .is_default = true};
    plan.Apply(DealChanged{deal});
    plan.Apply(DealVersionAdded{deal.id, {.number = 1}});
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 1U);
    EXPECT_TRUE(standings[0].is_default);
}

TEST_F(DealsForAPlayer, IfNoneAppliesEachHasAReason) {
    Add(1, "Later", {}, Date::Parse("2026-04-01"));
    const auto standings = Ask();
    ASSERT_EQ(standings.size(), 1U);
    EXPECT_FALSE(standings[0].applies);
    EXPECT_EQ(standings[0].obstacles, std::vector{DealObstacle::kNotInForce});
    registered = false;
    EXPECT_TRUE(Ask().empty());
}

}  // namespace
}  // namespace fairlead::commission
