#include "app/mail/weekly_digest.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

DueDigest DigestAt(const TimeZone& zone, const char* time) { return LastDigest(zone, *Timestamp::ParseIso8601(time)); }

TEST(WeeklyDigests, AreDueOnMondayAtSevenInTheOperatorsTimeZone) {
    const TimeZone utc;
    // 2026-03-09 and 2026-03-16 are Mondays.
    EXPECT_EQ(DigestAt(utc, "2026-03-16T06:59:59Z").monday.ToString(), "2026-03-09");
    EXPECT_EQ(DigestAt(utc, "2026-03-16T07:00:00Z").monday.ToString(), "2026-03-16");
    EXPECT_EQ(DigestAt(utc, "2026-03-22T23:59:59Z").monday.ToString(), "2026-03-16");
    EXPECT_EQ(DigestAt(utc, "2026-03-16T07:00:00Z").due_at, *Timestamp::ParseIso8601("2026-03-16T07:00:00Z"));
}

TEST(WeeklyDigests, FollowTheClocksOfTheZone) {
    const auto zone = TimeZone::Load("America/New_York");
    ASSERT_TRUE(zone);
    // Clocks go forward on Sunday, 2026-03-08: Monday at seven is 11:00 UTC.
    EXPECT_EQ(DigestAt(*zone, "2026-03-09T10:59:59Z").monday.ToString(), "2026-03-02");
    EXPECT_EQ(DigestAt(*zone, "2026-03-09T11:00:00Z").monday.ToString(), "2026-03-09");
}

// An operator with affiliates that have one person each.
class DigestStepsOf : public testing::Test {
protected:
    AffiliateId AddAffiliate(catalogue::UserStatus status = catalogue::UserStatus::kActive) {
        catalogue::Affiliate affiliate;
        affiliate.id = AffiliateId::New();
        catalogue::User user;
        user.id = UserId::New();
        user.affiliate = affiliate.id;
        user.status = status;
        owner_.records.affiliates.Put(affiliate);
        owner_.records.users.Put(user);
        return affiliate.id;
    }

    OperatorEntry owner_;
};

TEST_F(DigestStepsOf, ManyAffiliatesAreBoundedAndHaveEachReaderOnce) {
    std::vector<AffiliateId> readers;
    for (int i = 0; i < 7; ++i) {
        const auto status = i == 3 ? catalogue::UserStatus::kDisabled : catalogue::UserStatus::kActive;
        const AffiliateId id = AddAffiliate(status);
        if (i != 3) readers.push_back(id);
    }
    std::vector<AffiliateId> found;
    std::set<std::string> subjects;
    for (const DigestStep& step : DigestSteps(owner_, 3)) {
        EXPECT_LE(step.affiliates.size(), 3U);
        EXPECT_TRUE(subjects.insert(step.subject).second) << step.subject << " would be mailed once for two steps";
        found.insert(found.end(), step.affiliates.begin(), step.affiliates.end());
    }
    EXPECT_EQ(subjects.size(), 3U);
    EXPECT_EQ(found, readers);
}

TEST_F(DigestStepsOf, AnOperatorStayTheSameWhenAnAffiliateIsAdded) {
    for (int i = 0; i < 5; ++i) AddAffiliate();
    const auto before = DigestSteps(owner_, 2);
    const AffiliateId added = AddAffiliate();
    const auto after = DigestSteps(owner_, 2);
    ASSERT_EQ(after.size(), before.size());
    EXPECT_EQ(after[0].affiliates, before[0].affiliates);
    EXPECT_EQ(after[1].affiliates, before[1].affiliates);
    EXPECT_EQ(after[2].affiliates, (std::vector{before[2].affiliates.front(), added}));
}

}  // namespace
}  // namespace fairlead::app
