#include "domain/reassign/reassign.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

using events::EventType;

const Currency kEuro = *Currency::Parse("EUR");

Decimal Amount(std::string_view text) { return *Decimal::Parse(text); }
Timestamp OnDay(int day) {
    return *Timestamp::ParseIso8601("2026-03-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "T12:00:00Z");
}

// Two affiliates with a deal of their own: 100 EUR for a player who deposits at least 20 EUR.
class ReassignTest : public testing::Test {
protected:
    ReassignTest() {
        plan_.Apply(OperatorChanged{.time_zone_name = "UTC", .time_zone = TimeZone()});
        plan_.Apply(DealChanged{{.id = deal_, .name = "CPA"}});
        plan_.Apply(DealVersionAdded{
            deal_, {.terms = {.cpa = CpaTerms{.amount = Amount("100"), .min_first_deposit = Amount("20")}}}});
        for (const AffiliateId affiliate : {old_, new_}) {
            plan_.Apply(AffiliateChanged{.affiliate = affiliate, .deals = {deal_}});
        }
    }

    static PlayerEvent Registration(std::int64_t seq, int day) {
        return {seq, EventType::kRegistration, OnDay(day), {}};
    }
    static PlayerEvent FirstDeposit(std::int64_t seq, int day, std::string_view amount) {
        return {seq, EventType::kFirstDeposit, OnDay(day), Money{Amount(amount), kEuro}};
    }

    // Returns the new accruals of the engine and keeps them, like the ledger.
    std::vector<Accrual> Gather(CommissionEngine& engine) {
        auto made = engine.TakeAccruals();
        accruals_.insert(accruals_.end(), made.begin(), made.end());
        return made;
    }

    // Processes the events in the given order for the first affiliate.
    void Earn(std::span<const PlayerEvent> events) {
        CommissionEngine engine(plan_, groups_, std::ssize(accruals_), 0);
        for (const PlayerEvent& event : events) engine.OnEvent(player_, state_, event);
        Gather(engine);
    }

    std::vector<Accrual> Move(std::optional<AffiliateId> from, std::optional<AffiliateId> to,
                              std::vector<PlayerEvent> events) {
        CommissionEngine engine(plan_, groups_, std::ssize(accruals_), 0);
        const auto known = accruals_;
        MoveEarnings(engine, {player_, from, to, std::move(events), known}, state_,
                     [&](const PlayerEvent* event) { steps_.push_back(event == nullptr ? 0 : event->seq); });
        return Gather(engine);
    }

    const AffiliateId old_ = AffiliateId::New();
    const AffiliateId new_ = AffiliateId::New();
    const DealId deal_ = DealId::New();
    const Player player_{
        .id = PlayerId::New(), .brand = BrandId::New(), .country = "DE", .affiliate = old_, .registered_at = OnDay(1)};
    Plan plan_;
    GroupStates groups_;
    PlayerState state_;
    std::vector<Accrual> accruals_;
    std::vector<std::int64_t> steps_;  // Sequence numbers of events; 0 for the reversal.
};

TEST_F(ReassignTest, ThePreviousAffiliateLosesItsCommissionAndTheNewOneIsPaid) {
    const std::vector events{Registration(1, 1), FirstDeposit(2, 2, "50")};
    Earn(events);
    ASSERT_EQ(accruals_.size(), 1U);

    const auto made = Move(old_, new_, events);

    ASSERT_EQ(made.size(), 2U);
    EXPECT_EQ(made[0].affiliate, old_);
    EXPECT_EQ(made[0].amount.amount, Amount("-100"));
    EXPECT_EQ(made[0].reverses, accruals_[0].number);
    EXPECT_EQ(made[0].reason, Reason::kReassigned);
    EXPECT_EQ(made[1].affiliate, new_);
    EXPECT_EQ(made[1].amount.amount, Amount("100"));
    EXPECT_EQ(state_.cpa, CpaStanding::kQualified);
    EXPECT_EQ(steps_, (std::vector<std::int64_t>{0, 1, 2}));
}

TEST_F(ReassignTest, AnOrganicPlayerIsPaidForWithoutAReversal) {
    const auto made = Move(std::nullopt, new_, {Registration(1, 1), FirstDeposit(2, 2, "50")});

    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].affiliate, new_);
    EXPECT_EQ(made[0].amount.amount, Amount("100"));
    EXPECT_EQ(steps_, (std::vector<std::int64_t>{1, 2}));
}

TEST_F(ReassignTest, AReleasedPlayerIsTakenFromItsAffiliateAndPaidForNobody) {
    const std::vector events{Registration(1, 1), FirstDeposit(2, 2, "50")};
    Earn(events);

    const auto made = Move(old_, std::nullopt, events);

    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].affiliate, old_);
    EXPECT_EQ(made[0].amount.amount, Amount("-100"));
    EXPECT_EQ(state_, PlayerState());
    EXPECT_EQ(steps_, (std::vector<std::int64_t>{0}));
}

TEST_F(ReassignTest, TheRegistrationCountsFirstAndTheOtherEventsByTime) {
    Move(std::nullopt, new_,
         {FirstDeposit(1, 2, "10"),
          {4, EventType::kDeposit, OnDay(3), Money{Amount("5"), kEuro}},
          {3, EventType::kDeposit, OnDay(3), Money{Amount("5"), kEuro}},
          Registration(2, 5)});

    EXPECT_EQ(steps_, (std::vector<std::int64_t>{2, 1, 3, 4}));
}

TEST_F(ReassignTest, MovingAPlayerToItsOwnAffiliateMovesNoMoney) {
    const std::vector events{Registration(1, 1), FirstDeposit(2, 2, "50")};
    Earn(events);

    EXPECT_TRUE(Move(old_, old_, events).empty());
    EXPECT_TRUE(steps_.empty());
    EXPECT_EQ(state_.cpa, CpaStanding::kQualified);
}

TEST_F(ReassignTest, TheQualificationIsTheNewestAccrualOfAQualifiedPlayer) {
    EXPECT_EQ(FindQualification(state_, accruals_), nullptr);
    const std::vector events{Registration(1, 1), FirstDeposit(2, 2, "50")};
    Earn(events);
    EXPECT_EQ(FindQualification(state_, accruals_), accruals_.data());

    Move(old_, new_, events);

    // The second accrual reverses the first; the third one belongs to the new affiliate.
    EXPECT_EQ(FindQualification(state_, accruals_), &accruals_[2]);
    EXPECT_EQ(FindQualification(PlayerState(), accruals_), nullptr);
}

TEST_F(ReassignTest, OnlyTheAffiliatesOwnAccrualsFollowTheLink) {
    EXPECT_TRUE(FollowsTheLink({.affiliate = old_, .component = Component::kCpa}, old_));
    EXPECT_FALSE(FollowsTheLink({.affiliate = new_, .component = Component::kCpa}, old_));
    EXPECT_FALSE(FollowsTheLink({.affiliate = old_, .component = Component::kSubAffiliate}, old_));
}

TEST_F(ReassignTest, AStayBeginsWithTheFirstUninterruptedAssignmentToTheAffiliate) {
    const std::vector<Assignment> assignments{{OnDay(1), old_}, {OnDay(2), new_}, {OnDay(3), old_}, {OnDay(4), old_}};

    EXPECT_EQ(StartOfStay(assignments), OnDay(3));
    EXPECT_EQ(StartOfStay(std::span(assignments).first(2)), OnDay(2));
    EXPECT_EQ(StartOfStay(std::span(assignments).first(1)), OnDay(1));
}

}  // namespace
}  // namespace fairlead::commission
