#include "domain/explanation/deal_rule_steps.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"
#include "domain/explanation/found_step_test.hpp"

namespace fairlead::commission {
namespace {

// An accrual of 2026-03 with its deal and event, which each test changes.
struct DealRuleSteps : testing::Test, WorkedCase {
    DealRuleSteps() {
        deal.versions.push_back({.number = 1});
        accrual.period = Month("2026-03");
        event.type = events::EventType::kNgrUpdate;
    }

    Terms& terms() { return deal.versions.front().terms; }

    MoneyExplanation Explain() const {
        return ExplainMoney({.accrual = &accrual,
                             .deal = &deal,
                             .zone = &zone,
                             .event = &event,
                             .affiliate_name = "Alpha",
                             .brand_name = "Lucky"});
    }

    static std::string Figure(const MoneyExplanation& made, std::string_view name) {
        const auto found = std::ranges::find(made.figures, name, &commission::Figure::name);
        return found == made.figures.end() ? "(none)" : std::get<Decimal>(found->value).ToString();
    }

    Deal deal;
    TimeZone zone;
    events::Event event;
    Accrual accrual;
};

TEST_F(DealRuleSteps, TheNextTierSaysWhatIsMissing) {
    terms().rev_share =
        RevShareTerms{.rate = Dec("25"), .tiers = {{Dec("11"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    terms().rev_share->tier_by = TierBy::kNewDepositors;
    accrual.component = Component::kRevShare;
    accrual.amount.amount = Dec("2500");
    accrual.rev_share = RevShareSeen{{}, {Dec("10000"), Dec("0")}};
    accrual.rev_share->input_before.activity.new_depositors = 8;
    accrual.rev_share->input_after.activity.new_depositors = 9;
    const auto made = Explain();
    EXPECT_EQ(TextOf(Step(StepOf<step::NextTier>(made))), "2 more new depositors for 30 %.");
    EXPECT_EQ(TextOf(Step(StepOf<step::ActivityCounted>(made))),
              "In 2026-03 the affiliate has 9 new depositors (8 before) under this deal.");
}

TEST_F(DealRuleSteps, AMissingRequirementExplainsTheOtherRate) {
    terms().rev_share = RevShareTerms{.rate = Dec("30"), .tier_mode = TierMode::kWhole};
    terms().rev_share->needs = RequirementsOrElse{{.active_players = 5}, Dec("0")};
    accrual.component = Component::kRevShare;
    accrual.rev_share = RevShareSeen{{}, {Dec("250"), Dec("0")}};
    accrual.rev_share->input_after.activity.active_players = 1;
    EXPECT_EQ(
        TextOf(Step(StepOf<step::ElseRateApplied>(Explain()))),
        "The deal requires 5 active players in the period, and the affiliate has 1 active player, so the whole base "
        "earns 0 %.");
}

TEST_F(DealRuleSteps, ADeductionIsExplained) {
    terms().rev_share = RevShareTerms{.rate = Dec("42"), .admin_fee_percent = Dec("18")};
    terms().rev_share->deductions.bonus_percent = Dec("100");
    accrual.component = Component::kRevShare;
    accrual.amount.amount = Dec("-210");
    accrual.rev_share = RevShareSeen{{Dec("3000"), Dec("0")}, {Dec("3000"), Dec("0"), Dec("500")}};
    EXPECT_EQ(
        TextOf(Step(StepOf<step::Deducted>(Explain()))),
        "After the admin fee the deal deducts 100 % of 500.00 EUR in bonuses: together 500.00 EUR instead of 0.00 "
        "EUR.");
}

TEST_F(DealRuleSteps, TheReRatingOfABrandIsExplained) {
    terms().rev_share =
        RevShareTerms{.rate = Dec("25"), .tiers = {{Dec("10000"), Dec("30")}}, .tier_mode = TierMode::kWhole};
    accrual.component = Component::kRevShare;
    accrual.reason = Reason::kReRated;
    accrual.amount.amount = Dec("450");
    accrual.rev_share =
        RevShareSeen{{Dec("9000"), Dec("0")}, {Dec("11000"), Dec("0")}, {.digits = 2}, {.digits = 2}, Dec("9000")};
    EXPECT_EQ(TextOf(Step(StepOf<step::BrandReRated>(Explain()))),
              "The event changed the rate of the whole period. The base of 9000.00 EUR of brand \"Lucky\" earns 30 % "
              "instead of 25 %.");
    accrual.reason = Reason::kEarned;
    accrual.amount.amount = Dec("600");
    accrual.rev_share->re_rated_base.reset();
    EXPECT_EQ(StepOf<step::OtherBrandsReRated>(Explain()).others, Dec("450"));
}

TEST_F(DealRuleSteps, WagersAreExplained) {
    terms().turnover = TurnoverTerms{Dec("0.25")};
    accrual.component = Component::kTurnover;
    accrual.amount.amount = Dec("2.5");
    accrual.rate = Dec("0.25");
    accrual.turnover = TurnoverSeen{"", Dec("0"), Dec("1000")};
    const auto made = Explain();
    EXPECT_EQ(TextOf(Step(StepOf<step::WagersMoved>(made))),
              "In 2026-03 wagers went from 0.00 EUR to 1000.00 EUR. They earn 0.25 %: 2.50 EUR for this event.");
    EXPECT_EQ(Figure(made, "earnedAfter"), "2.5");
}

TEST_F(DealRuleSteps, AnExclusionIsExplained) {
    terms().cpa = CpaTerms{.amount = Dec("100")};
    accrual.component = Component::kCpa;
    accrual.reason = Reason::kExcluded;
    accrual.amount.amount = Dec("-100");
    event.type = events::EventType::kPlayerBlocked;
    EXPECT_EQ(TextOf(Step(StepOf<step::PlayerExcluded>(Explain()))),
              "The player was blocked before the CPA was payable, so the 100.00 EUR that were earned for it are taken "
              "back.");
}

TEST_F(DealRuleSteps, AReversalByHandHasNoOtherCalculation) {
    terms().rev_share = RevShareTerms{.rate = Dec("30")};
    accrual.component = Component::kRevShare;
    accrual.reason = Reason::kReversed;
    accrual.reverses = 1;
    accrual.amount.amount = Dec("-30");
    const auto made = Explain();
    EXPECT_EQ(TextOf(Step(StepOf<step::ReversedByHand>(made))), "The operator reversed an earlier accrual.");
    EXPECT_FALSE(HasStep<step::TakenBack>(made));
    EXPECT_EQ(Figure(made, "earnedBefore"), "30");
}

}  // namespace
}  // namespace fairlead::commission
