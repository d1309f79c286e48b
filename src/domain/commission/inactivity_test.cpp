#include <gtest/gtest.h>

#include "domain/commission/test_deals.hpp"

namespace fairlead::commission {
namespace {

using events::EventType;

class InactivityRules : public testing::Test, protected WorkedCase {
protected:
    static Terms ShareUntilInactive(int months) {
        RevShareTerms share{.rate = Dec("10")};
        share.inactive_after_months = months;
        return {.rev_share = share};
    }
};

TEST_F(InactivityRules, MonthsAreCountedFromTheLatestActivity) {
    Under(ShareUntilInactive(2));
    Register({.on = "2026-03-01"});
    Happens(EventType::kWagerPlaced, {.on = "2026-04-15"});
    Ngr("100", {.on = "2026-06-14"});
    EXPECT_EQ(Earned(), "10");
    Ngr("100", {.on = "2026-08-14"});
    EXPECT_EQ(Earned(), "nothing") << "exactly two months later";
}

TEST_F(InactivityRules, MonthsAreCountedFromTheRegistrationAtFirst) {
    Under(ShareUntilInactive(1));
    Register({.player = 1, .on = "2026-03-01"});
    Register({.player = 2, .on = "2026-03-01"});
    Ngr("100", {.player = 1, .on = "2026-03-31"});
    Ngr("100", {.player = 2, .on = "2026-04-01"});
    EXPECT_EQ(Earned(), "10");
}

TEST_F(InactivityRules, APlayerThatComesBackEarnsNoLonger) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Deposit("20", {.on = "2026-05-10"});
    Ngr("100", {.on = "2026-05-11"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(InactivityRules, OtherEventsDoNotKeepAPlayerActive) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Happens(EventType::kKycVerified, {.on = "2026-03-20"});
    Ngr("100", {.on = "2026-04-05"});
    EXPECT_EQ(Earned(), "nothing");
}

TEST_F(InactivityRules, ALateEventDoesNotMoveTheLatestActivityBack) {
    Under(ShareUntilInactive(1));
    Register({.on = "2026-03-01"});
    Deposit("20", {.on = "2026-03-25"});
    Deposit("20", {.on = "2026-03-05"});
    Ngr("100", {.on = "2026-04-20"});
    EXPECT_EQ(Earned(), "10");
}

TEST_F(InactivityRules, AVersionThatIsAddedLaterCountsFromItsOwnTime) {
    AddDeal({.id = Nth<DealId>(1), .binding = Binding::kEvent});
    AddVersion({}, {.rev_share = RevShareTerms{.rate = Dec("10")}});
    SetAffiliate(1, {1});
    Register({.on = "2026-01-01"});
    DealVersion later{.number = 2, .terms = ShareUntilInactive(2), .created_at = At("2026-05-01")};
    plan_.Apply(DealVersionAdded{Nth<DealId>(1), later});
    Ngr("100", {.on = "2026-06-30"});
    EXPECT_EQ(Earned(), "10");
    Ngr("100", {.on = "2026-09-01"});
    EXPECT_EQ(Earned(), "nothing");
}

}  // namespace
}  // namespace fairlead::commission
