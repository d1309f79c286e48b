#include "domain/attribution/decision_reason.hpp"

#include <gtest/gtest.h>

namespace fairlead::attribution {
namespace {

using catalogue::AttributionFallback;

KeptDecision Weighed(AttributionFallback fallback, int window_days = 30) { return {.policy = {fallback, window_days}}; }

TEST(DecisionReason, ANamedClickDecides) {
    const auto reason = ReasonOf(Method::kDirect, true, Weighed(AttributionFallback::kLastClick), "");
    EXPECT_EQ(Name(reason.rule), "clickNamed");
    EXPECT_EQ(TextOf(reason), "The registration named the click that brought the player.");
}

TEST(DecisionReason, ADecisionByHandHasTheOperatorsNoteOnlyForTheOperator) {
    const auto weighed = Weighed(AttributionFallback::kLastClick);
    const auto reason = ReasonOf(Method::kManual, true, weighed, "A complaint");
    EXPECT_EQ(Name(reason.rule), "byHand");
    EXPECT_EQ(reason.note, "A complaint");
    EXPECT_EQ(TextOf(reason), "The operator has given the player to this affiliate by hand: A complaint");
    EXPECT_EQ(ReasonForAffiliates(Method::kManual, true, weighed).note, "");
    EXPECT_EQ(TextOf(ReasonForAffiliates(Method::kManual, true, weighed)),
              "The operator has given the player to this affiliate by hand.");
}

TEST(DecisionReason, AReleasedPlayerHasTheOperatorsNoteToo) {
    const auto weighed = Weighed(AttributionFallback::kLastClick);
    const auto reason = ReasonOf(Method::kManual, false, weighed, "It asked for it");
    EXPECT_EQ(Name(reason.rule), "released");
    EXPECT_EQ(TextOf(reason), "The operator has taken the player from its affiliate by hand: It asked for it");
    EXPECT_EQ(ReasonForAffiliates(Method::kManual, false, weighed).note, "");
}

TEST(DecisionReason, TheLastClickMentionsTheNamedClick) {
    auto weighed = Weighed(AttributionFallback::kLastClick, 14);
    EXPECT_EQ(TextOf(ReasonOf(Method::kLastClick, true, weighed, "")),
              "The registration named no click. The latest matching click in the 14 days before the registration "
              "counts.");
    weighed.named = "c-1";
    const auto reason = ReasonOf(Method::kLastClick, true, weighed, "");
    EXPECT_EQ(reason, (DecisionReason{DecisionRule::kLastClick, "c-1", 14, ""}));
    EXPECT_EQ(TextOf(reason),
              "The registration named the click c-1, which is unknown or not in force. The latest matching click in "
              "the 14 days before the registration counts.");
    EXPECT_EQ(TextOf(ReasonForAffiliates(Method::kLastClick, true, weighed)),
              "The registration named no click that could count. The latest matching click in the 14 days before the "
              "registration counts.");
}

TEST(DecisionReason, ANamedClickOfASuspendedAffiliateIsTheReason) {
    auto weighed = Weighed(AttributionFallback::kLastClick);
    weighed.named = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071";
    weighed.candidates.push_back({.click = *ClickId::Parse(weighed.named), .outcome = Outcome::kAffiliateSuspended});
    EXPECT_EQ(Name(ReasonOf(Method::kOrganic, false, weighed, "").rule), "affiliateSuspended");
    weighed.named = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6072";
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, weighed, "").rule, DecisionRule::kNoClickThatFits);
}

TEST(DecisionReason, EachWayToBeOrganicHasItsRule) {
    auto evidence = Weighed(AttributionFallback::kEvidence);
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, evidence, "").rule, DecisionRule::kNoAddress);
    evidence.address_given = true;
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, evidence, "").rule, DecisionRule::kNoMatch);
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, Weighed(AttributionFallback::kOff), "").rule, DecisionRule::kNamedOnly);
    auto last_click = Weighed(AttributionFallback::kLastClick);
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, last_click, "").rule, DecisionRule::kNoClick);
    EXPECT_EQ(TextOf(ReasonOf(Method::kOrganic, false, last_click, "")),
              "The registration named no click. No click in the 30 days before the registration could count.");
    last_click.candidates.emplace_back();
    EXPECT_EQ(ReasonOf(Method::kOrganic, false, last_click, "").rule, DecisionRule::kNoClickThatFits);
    last_click.lacks_evidence = true;
    last_click.named = "c-1";
    EXPECT_EQ(Name(ReasonOf(Method::kOrganic, false, last_click, "").rule), "noEvidence");
    EXPECT_EQ(TextOf(ReasonOf(Method::kOrganic, false, last_click, "")),
              "The registration named the click c-1, which is unknown or not in force. The registration has neither an "
              "address nor a user agent, so no other click is credited.");
}

}  // namespace
}  // namespace fairlead::attribution
