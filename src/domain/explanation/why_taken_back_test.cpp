#include <gtest/gtest.h>

#include "domain/explanation/why.hpp"

namespace fairlead::commission {
namespace {

Decimal TakenBack(std::string_view text) { return Decimal::Parse(text).value(); }

// A player whose commission was capped or taken back.
struct WhyTakenBack : testing::Test {
    void Under(Terms terms) {
        Deal deal{.name = "Deal"};
        deal.id.uuid.bytes[15] = 1;
        plan.Apply(DealChanged{deal});
        plan.Apply(DealVersionAdded{deal.id, {.number = 1, .terms = std::move(terms)}});
        plan.Apply(AffiliateChanged{.affiliate = player.affiliate, .deals = {deal.id}});
        state.deal = deal.id;
        state.version = 1;
    }

    void UnderCpa() {
        CpaTerms cpa{.amount = TakenBack("100"), .monthly_cap = 3};
        cpa.excludes_self_excluded = true;
        Under({.cpa = cpa});
    }

    std::vector<Unpaid> Ask() const {
        return WhyUnpaid({.plan = &plan,
                          .registered = true,
                          .attributed = true,
                          .player = player,
                          .state = state,
                          .has_ngr = has_ngr,
                          .accruals = accruals});
    }

    // Accruals are numbered from 1.
    void Record(Component component, Reason reason, std::string_view amount) {
        Accrual accrual{.number = static_cast<std::int64_t>(accruals.size()) + 1,
                        .affiliate = player.affiliate,
                        .component = component,
                        .reason = reason};
        accrual.amount.amount = TakenBack(amount);
        accruals.push_back(accrual);
    }

    // Records the opposite of an accrual.
    void Reverse(std::int64_t number, Reason reason = Reason::kReversed) {
        const Accrual& reversed = accruals[static_cast<std::size_t>(number) - 1];
        Record(reversed.component, reason, (-reversed.amount.amount).ToString());
        accruals.back().reverses = number;
    }

    Plan plan;
    Player player;
    PlayerState state;
    bool has_ngr = false;
    std::vector<Accrual> accruals;
};

TEST_F(WhyTakenBack, AClawbackNamesTheChargeback) {
    UnderCpa();
    state.cpa = CpaStanding::kClawedBack;
    Record(Component::kCpa, Reason::kEarned, "100");
    Record(Component::kCpa, Reason::kClawback, "-100");
    ASSERT_EQ(Ask().size(), 1U);
    EXPECT_EQ(Ask().front().rule, UnpaidRule::kClawedBack);
    EXPECT_EQ(Ask().front().missing.front().condition, Condition::kChargeback);
}

// Nothing is recorded when a CPA of 0 is taken back.
TEST_F(WhyTakenBack, ACappedPlayerThatExcludesItselfIsStillCapped) {
    UnderCpa();
    state.cpa = CpaStanding::kClawedBack;
    state.cpa_position = 4;
    state.self_excluded = true;
    Record(Component::kCpa, Reason::kCapped, "0");
    ASSERT_EQ(Ask().size(), 1U);
    EXPECT_EQ(Ask().front().rule, UnpaidRule::kCapped);
    EXPECT_EQ(Ask().front().position, 4);
}

TEST_F(WhyTakenBack, ADealThatPaysNothingHasNothingToTakeBack) {
    Under({.cpa = CpaTerms{.amount = TakenBack("0")}});
    state.cpa = CpaStanding::kClawedBack;
    ASSERT_EQ(Ask().size(), 1U);
    EXPECT_EQ(Ask().front().rule, UnpaidRule::kPaysNothing);
}

// The accrual of 0 has no reversal.
TEST_F(WhyTakenBack, APlayerThatComesBackIsNoLongerCapped) {
    UnderCpa();
    state.cpa = CpaStanding::kQualified;
    Record(Component::kCpa, Reason::kCapped, "0");
    Record(Component::kCpa, Reason::kEarned, "100");
    EXPECT_TRUE(Ask().empty());
}

TEST_F(WhyTakenBack, AClawbackThatWasReversedByHandLeavesTheCpaPaid) {
    UnderCpa();
    state.cpa = CpaStanding::kClawedBack;
    for (const Reason reason : {Reason::kClawback, Reason::kExcluded}) {
        accruals.clear();
        Record(Component::kCpa, Reason::kEarned, "100");
        Record(Component::kCpa, reason, "-100");
        Reverse(2);
        EXPECT_TRUE(Ask().empty());
        // Then the operator reverses the CPA too: 100 - 100 + 100 - 100.
        Reverse(1);
        ASSERT_EQ(Ask().size(), 1U);
        EXPECT_EQ(Ask().front().rule, UnpaidRule::kReversedByHand);
    }
}

TEST_F(WhyTakenBack, AReversalByHandIsNamed) {
    Under({.cpa = CpaTerms{.amount = TakenBack("100")},
           .rev_share = RevShareTerms{.rate = TakenBack("25")},
           .cpl = CplTerms{TakenBack("5")},
           .turnover = TurnoverTerms{.rate = TakenBack("1")}});
    state.cpa = CpaStanding::kQualified;
    has_ngr = true;
    for (const auto component : {Component::kCpa, Component::kRevShare, Component::kCpl, Component::kTurnover}) {
        Record(component, Reason::kEarned, "5");
    }
    EXPECT_TRUE(Ask().empty());
    for (std::int64_t number = 1; number <= 4; ++number) Reverse(number);
    const auto answers = Ask();
    ASSERT_EQ(answers.size(), 4U);
    for (const Unpaid& answer : answers) {
        EXPECT_EQ(Name(answer.rule), "reversedByHand");
        ASSERT_EQ(answer.missing.size(), 1U);
        EXPECT_EQ(Name(answer.missing.front().condition), "reversal");
    }
    EXPECT_EQ(TextOf(answers[0]), "The operator has reversed the CPA of this player.");
    EXPECT_EQ(TextOf(answers[1]), "The operator has reversed the revenue share of this player.");
    EXPECT_EQ(TextOf(answers[2]), "The operator has reversed the CPL of this player.");
    EXPECT_EQ(TextOf(answers[3]), "The operator has reversed the share of wagers of this player.");
}

TEST_F(WhyTakenBack, AComponentThatHasPaidSinceAReversalByHandIsPaid) {
    Under({.rev_share = RevShareTerms{.rate = TakenBack("25")}});
    Record(Component::kRevShare, Reason::kEarned, "5");
    Reverse(1);
    ASSERT_EQ(Ask().size(), 1U);
    Record(Component::kRevShare, Reason::kEarned, "5");
    EXPECT_TRUE(Ask().empty());
}

TEST_F(WhyTakenBack, AReassignmentTakesBackAReversalByHandToo) {
    Under({.rev_share = RevShareTerms{.rate = TakenBack("25")}});
    Record(Component::kRevShare, Reason::kEarned, "5");
    Reverse(1);
    Reverse(1, Reason::kReassigned);
    Reverse(2, Reason::kReassigned);
    ASSERT_EQ(Ask().size(), 1U);
    EXPECT_EQ(Ask().front().rule, UnpaidRule::kNoRevenue) << "the player came back without revenue";
}

TEST_F(WhyTakenBack, ALossThatWasReversedByHandPaysNothing) {
    Under({.rev_share = RevShareTerms{.rate = TakenBack("25")}});
    has_ngr = true;
    Record(Component::kRevShare, Reason::kEarned, "-5");
    Reverse(1);
    ASSERT_EQ(Ask().size(), 1U);
    EXPECT_EQ(Ask().front().rule, UnpaidRule::kRevenueEarnedNothing);
}

}  // namespace
}  // namespace fairlead::commission
