#include "domain/statements/two_persons.hpp"

#include <gtest/gtest.h>

namespace fairlead::statements {
namespace {

TEST(TwoPersons, WhoeverClosedDoesNotApprove) {
    const StatementPeople people{.adjusted_by = {}, .closed_by = "user/ann", .approved_by = {}};
    EXPECT_EQ(WhyNotApprove(people, "user/ann"),
              "the two-person rule is on: user/ann closed this statement, so another person must approve it");
    EXPECT_EQ(WhyNotApprove(people, "user/bob"), std::nullopt);
    EXPECT_EQ(WhyNotApprove(people, "apiKey/1"), std::nullopt);
}

TEST(TwoPersons, NoneOfSeveralAdjustersApproves) {
    const StatementPeople people{.adjusted_by = {"user/bob", "user/cleo"}, .closed_by = "user/ann", .approved_by = {}};
    for (const char* adjuster : {"user/bob", "user/cleo"}) {
        EXPECT_EQ(WhyNotApprove(people, adjuster), "the two-person rule is on: " + std::string(adjuster) +
                                                       " adjusted this statement, so another person must approve it");
    }
    EXPECT_EQ(WhyNotApprove(people, "user/dan"), std::nullopt);
}

TEST(TwoPersons, WhoeverApprovedDoesNotPay) {
    const StatementPeople people{
        .adjusted_by = {"user/cleo"}, .closed_by = "user/ann", .approved_by = {"user/bob", "user/dan"}};
    EXPECT_EQ(WhyNotPay(people, "user/bob"),
              "the two-person rule is on: user/bob approved this statement, so another person must pay it");
    EXPECT_TRUE(WhyNotPay(people, "user/dan"));
    // Closing and paying are not two steps in a row.
    EXPECT_EQ(WhyNotPay(people, "user/ann"), std::nullopt);
    EXPECT_EQ(WhyNotPay(people, "user/cleo"), std::nullopt);
}

TEST(TwoPersons, AllApiKeysAreOnePerson) {
    const StatementPeople people{.adjusted_by = {}, .closed_by = "apiKey/1", .approved_by = {"apiKey/2"}};
    EXPECT_EQ(WhyNotApprove(people, "apiKey/2"),
              "the two-person rule is on: apiKey/1 closed this statement, so another person must approve it. All API "
              "keys count as one person");
    EXPECT_TRUE(WhyNotPay(people, "apiKey/3"));
    EXPECT_EQ(WhyNotPay(people, "user/ann"), std::nullopt);
    EXPECT_FALSE(IsSamePerson("user/1", "user/2"));
    EXPECT_FALSE(IsSamePerson("apiKey/1", "user/1"));
}

TEST(TwoPersons, WhoeverReversedAnAccrualDoesNotApprove) {
    const StatementPeople people{
        .adjusted_by = {}, .closed_by = "user/ann", .approved_by = {}, .reversed_by = {"user/bob"}};
    EXPECT_EQ(WhyNotApprove(people, "user/bob"),
              "the two-person rule is on: user/bob reversed an accrual in this statement, so another person must "
              "approve it");
    EXPECT_EQ(WhyNotApprove(people, "user/cleo"), std::nullopt);
}

TEST(TwoPersons, AKeyCountsAsTheUserWhoCreatedIt) {
    StatementPeople people{.adjusted_by = {},
                           .closed_by = "apiKey/1",
                           .approved_by = {"user/ann"},
                           .key_creators = {{"apiKey/1", "user/ann"}, {"apiKey/2", "user/bob"}}};
    EXPECT_EQ(WhyNotApprove(people, "user/ann"),
              "the two-person rule is on: apiKey/1 closed this statement, so another person must approve it. user/ann "
              "created apiKey/1, which counts as the same person");
    EXPECT_EQ(WhyNotApprove(people, "user/bob"), std::nullopt);
    EXPECT_EQ(WhyNotPay(people, "apiKey/1"),
              "the two-person rule is on: user/ann approved this statement, so another person must pay it. user/ann "
              "created apiKey/1, which counts as the same person");
    EXPECT_EQ(WhyNotPay(people, "apiKey/2"), std::nullopt);
    people.closed_by = "";
    EXPECT_EQ(WhyNotApprove(people, "user/dan"), std::nullopt) << "a key without a known creator counts as no user";
}

}  // namespace
}  // namespace fairlead::statements
