#include "domain/triggers/triggers.hpp"

#include <gtest/gtest.h>

#include "domain/tracking/origin.hpp"

namespace fairlead::outbox {
namespace {

using commission::Accrual;
using commission::Component;
using commission::Reason;
using events::EventType;

class Triggers : public testing::Test {
protected:
    DestinationId Subscribe(std::vector<Trigger> triggers, Scope scope = {}) {
        const DestinationId id = DestinationId::New();
        subscriptions_.Put({.id = id, .affiliate = affiliate_, .triggers = std::move(triggers), .scope = scope});
        return id;
    }

    CountedEvent EventOf(EventType type) const {
        return {.seq = 7, .player = player_, .affiliate = affiliate_, .type = type, .brand = brand_, .origin = origin_};
    }

    Accrual AccrualOf(Component component, Reason reason, std::string_view amount = "100") const {
        Accrual accrual{
            .number = 3, .affiliate = affiliate_, .player = player_, .brand = brand_, .event_seq = 7, .deal = {}};
        accrual.component = component;
        accrual.reason = reason;
        accrual.amount.amount = *Decimal::Parse(amount);
        return accrual;
    }

    std::vector<Trigger> Caused(const auto& cause) const {
        std::vector<Intent> intents;
        if constexpr (std::is_same_v<std::decay_t<decltype(cause)>, Accrual>) {
            AddMessagesOf(subscriptions_, cause, origin_, intents);
        } else {
            AddMessagesOf(subscriptions_, cause, intents);
        }
        std::vector<Trigger> triggers;
        for (const Intent& intent : intents) triggers.push_back(intent.trigger);
        return triggers;
    }

    static std::vector<Trigger> All() {
        return {Trigger::kRegistration, Trigger::kFirstDeposit, Trigger::kDeposit,
                Trigger::kQualified,    Trigger::kCommission,   Trigger::kReversal};
    }

    AffiliateId affiliate_ = AffiliateId::New();
    PlayerId player_ = PlayerId::New();
    BrandId brand_ = BrandId::New();
    LinkId link_ = LinkId::New();
    CampaignId campaign_ = CampaignId::New();
    std::string origin_ = tracking::EncodeOrigin({.affiliate = affiliate_, .link = link_, .campaign = campaign_});
    Subscriptions subscriptions_;
};

using Causes = std::vector<Trigger>;

TEST_F(Triggers, EventsCauseTheirMessages) {
    Subscribe(All());
    EXPECT_EQ(Caused(EventOf(EventType::kRegistration)), Causes{Trigger::kRegistration});
    EXPECT_EQ(Caused(EventOf(EventType::kFirstDeposit)), (Causes{Trigger::kFirstDeposit, Trigger::kDeposit}));
    EXPECT_EQ(Caused(EventOf(EventType::kDeposit)), Causes{Trigger::kDeposit});
    EXPECT_EQ(Caused(EventOf(EventType::kChargeback)), Causes{Trigger::kReversal});
    EXPECT_EQ(Caused(EventOf(EventType::kNgrUpdate)), Causes{});
    EXPECT_EQ(Caused(EventOf(EventType::kWithdrawal)), Causes{});
}

TEST_F(Triggers, OnlyChosenTriggersSend) {
    Subscribe({Trigger::kFirstDeposit});
    EXPECT_EQ(Caused(EventOf(EventType::kFirstDeposit)), Causes{Trigger::kFirstDeposit});
    EXPECT_EQ(Caused(EventOf(EventType::kRegistration)), Causes{});
}

TEST_F(Triggers, AQualifiedPlayerAlsoEarnsCommission) {
    Subscribe(All());
    EXPECT_EQ(Caused(AccrualOf(Component::kCpa, Reason::kEarned)), (Causes{Trigger::kQualified, Trigger::kCommission}));
    EXPECT_EQ(Caused(AccrualOf(Component::kCpa, Reason::kCapped, "0")), Causes{Trigger::kQualified});
    EXPECT_EQ(Caused(AccrualOf(Component::kRevShare, Reason::kEarned, "-2")), Causes{Trigger::kCommission});
    EXPECT_EQ(Caused(AccrualOf(Component::kRevShare, Reason::kEarned, "0")), Causes{});
}

TEST_F(Triggers, MoneyThatIsTakenBackIsAReversal) {
    Subscribe(All());
    for (const Reason reason : {Reason::kReassigned, Reason::kReversed, Reason::kExcluded}) {
        EXPECT_EQ(Caused(AccrualOf(Component::kCpa, reason, "-100")), Causes{Trigger::kReversal});
    }
}

TEST_F(Triggers, AChargebackIsOneReversalAlthoughItAlsoTakesTheCpaBack) {
    Subscribe(All());
    EXPECT_EQ(Caused(AccrualOf(Component::kCpa, Reason::kClawback, "-100")), Causes{});
    EXPECT_EQ(Caused(AccrualOf(Component::kSubAffiliate, Reason::kClawback, "-10")), Causes{Trigger::kReversal});
}

TEST_F(Triggers, TheScopeLimitsBrandCampaignAndLink) {
    Subscribe(All(), {.brand = brand_, .campaign = campaign_, .link = link_});
    EXPECT_EQ(Caused(EventOf(EventType::kDeposit)), Causes{Trigger::kDeposit});
    subscriptions_ = {};
    for (const Scope& other : {Scope{.brand = BrandId::New(), .campaign = {}, .link = {}},
                               Scope{.brand = {}, .campaign = CampaignId::New(), .link = {}},
                               Scope{.brand = {}, .campaign = {}, .link = LinkId::New()}}) {
        Subscribe(All(), other);
    }
    EXPECT_EQ(Caused(EventOf(EventType::kDeposit)), Causes{});
}

TEST_F(Triggers, AnotherAffiliateGetsNothing) {
    Subscribe(All());
    CountedEvent event = EventOf(EventType::kDeposit);
    event.affiliate = AffiliateId::New();
    EXPECT_EQ(Caused(event), Causes{});
}

TEST_F(Triggers, AnInactiveSubscriptionIsForgotten) {
    const DestinationId id = Subscribe(All());
    subscriptions_.Put({.id = id, .affiliate = affiliate_, .triggers = All(), .scope = {}, .active = false});
    EXPECT_TRUE(subscriptions_.empty());
}

TEST_F(Triggers, APlayerThatLeavesReversesItsRegistration) {
    Subscribe({Trigger::kReversal});
    std::vector<Intent> intents;
    AddMessagesOfLeaving(subscriptions_, EventOf(EventType::kRegistration), intents);
    ASSERT_EQ(intents.size(), 1U);
    EXPECT_EQ(intents[0].trigger, Trigger::kReversal);
    EXPECT_EQ(intents[0].event_seq, 7);
    EXPECT_EQ(intents[0].accrual, 0);
}

}  // namespace
}  // namespace fairlead::outbox
