#include "domain/explanation/shared_versions.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/explanation/explain.hpp"

namespace fairlead::commission {
namespace {

// Versions 1 and 2 have equal terms, and version 3 has another rate of RevShare. Player N has version N.
class SharedVersions : public testing::Test, protected WorkedCase {
protected:
    void ThreeVersions() {
        const CpaTerms cpa{.amount = Dec("100"), .monthly_cap = 10};
        Under({.cpa = cpa, .rev_share = Share("25")});
        AddVersion({.number = 2, .from = "2026-03-02"},
                   {.cpa = cpa, .rev_share = Share("25"), .cpl = CplTerms{Dec("0")}});
        AddVersion({.number = 3, .from = "2026-03-03"}, {.cpa = cpa, .rev_share = Share("31")});
        Register({.player = 1, .on = "2026-03-01"});
        Register({.player = 2, .on = "2026-03-02"});
        Register({.player = 3, .on = "2026-03-03"});
    }
    static RevShareTerms Share(std::string_view rate) { return {.rate = Dec(rate)}; }

    // The versions that the newest accrual shares its state with: "1, 2".
    std::string Sharing() {
        const Accrual accrual = Accruals().back();
        const auto states = StatesOfEqualTerms(*plan_.FindDeal(accrual.deal), accrual,
                                               plan_.CalendarOf(accrual.affiliate), plan_.zone());
        std::vector<GroupState> groups;
        for (const StateKey& key : states) groups.push_back(groups_.Group(key));
        std::string text;
        for (const auto version : SharingVersions(accrual, states, groups)) {
            text += (text.empty() ? "" : ", ") + std::to_string(version);
        }
        return text.empty() ? "alone" : text;
    }
};

TEST_F(SharedVersions, AreThoseWithEqualTermsThatHaveEarned) {
    UseNewestRules();
    ThreeVersions();
    Ngr("100", {.player = 1});
    EXPECT_EQ(Sharing(), "alone") << "no other version has earned";
    Ngr("100", {.player = 3});
    EXPECT_EQ(Sharing(), "alone") << "its terms are not equal";
    Ngr("100", {.player = 2});
    EXPECT_EQ(Sharing(), "1, 2");
    Ngr("100", {.player = 1});
    EXPECT_EQ(Sharing(), "1, 2");
    Ngr("100", {.player = 1, .on = "2026-04-10"});
    EXPECT_EQ(Sharing(), "alone") << "each month has its own states";
}

TEST_F(SharedVersions, CountTheirQualifiedPlayersTogether) {
    UseNewestRules();
    ThreeVersions();
    FirstDeposit("20", {.player = 1});
    FirstDeposit("20", {.player = 3});
    EXPECT_EQ(Sharing(), "1, 3");
    FirstDeposit("20", {.player = 2});
    EXPECT_EQ(Sharing(), "1, 2, 3");
}

TEST_F(SharedVersions, DoNotExistInAStateFromBeforeTheRule) {
    ThreeVersions();
    Ngr("100", {.player = 1});
    Ngr("100", {.player = 2});
    EXPECT_EQ(Sharing(), "alone");
    UseNewestRules();
    Ngr("100", {.player = 2});
    EXPECT_EQ(Sharing(), "alone");
    FirstDeposit("20", {.player = 2});
    EXPECT_EQ(Sharing(), "1, 2") << "no player of the month had qualified before";
}

TEST_F(SharedVersions, AreAStepOfTheExplanation) {
    UseNewestRules();
    ThreeVersions();
    Ngr("100", {.player = 2});
    const Accrual accrual = Accruals().back();
    const auto made = ExplainMoney({.accrual = &accrual,
                                    .deal = plan_.FindDeal(accrual.deal),
                                    .zone = &plan_.zone(),
                                    .shared_versions = {1, 2},
                                    .affiliate_name = "A",
                                    .brand_name = "B"});
    const auto found = std::ranges::find(made.steps, "versionsCounted", RuleOf);
    ASSERT_NE(found, made.steps.end());
    EXPECT_EQ(TextOf(*found),
              "Versions 1 and 2 of the deal have equal RevShare terms, so the sums include all of them.");
}

TEST(VersionsCounted, OfCpaCountTheirPlayers) {
    EXPECT_EQ(TextOf(Step(step::VersionsCounted{Component::kCpa, {1, 2, 4}})),
              "Versions 1, 2 and 4 of the deal have equal CPA terms, so their players are counted together.");
}

}  // namespace
}  // namespace fairlead::commission
