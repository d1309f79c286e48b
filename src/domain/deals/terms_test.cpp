#include "domain/deals/terms.hpp"

#include <gtest/gtest.h>

namespace fairlead::commission {
namespace {

Date DayOf(std::string_view text) { return *Date::Parse(text); }

// A deal whose versions start on these days. A version with an empty day is in force from the beginning.
Deal Starting(const std::vector<std::string_view>& days) {
    Deal deal;
    for (const std::string_view day : days) {
        DealVersion version{.number = static_cast<std::int32_t>(deal.versions.size()) + 1};
        if (!day.empty()) version.effective_from = DayOf(day);
        deal.versions.push_back(version);
    }
    return deal;
}

std::vector<std::int32_t> NumbersAfter(const Deal& deal, std::string_view day) {
    std::vector<std::int32_t> numbers;
    for (const DealVersion* version : deal.UpcomingAfter(DayOf(day))) numbers.push_back(version->number);
    return numbers;
}

TEST(DealVersions, UpcomingOnesAreInTheOrderOfTheirFirstDays) {
    const Deal deal = Starting({"", "2026-12-01", "2026-11-15", "2026-01-01"});
    EXPECT_EQ(NumbersAfter(deal, "2025-12-31"), (std::vector{4, 3, 2}));
    EXPECT_EQ(NumbersAfter(deal, "2026-11-14"), (std::vector{3, 2}));
    EXPECT_EQ(NumbersAfter(deal, "2026-11-15"), std::vector{2}) << "a version is in force on its first day";
    EXPECT_EQ(deal.VersionOn(DayOf("2026-11-15"))->number, 3);
    EXPECT_TRUE(NumbersAfter(deal, "2026-12-01").empty());
}

TEST(DealVersions, IfSeveralHaveTheSameFirstDayOnlyTheNewestIsUpcoming) {
    const Deal deal = Starting({"", "2026-12-01", "2026-12-01"});
    EXPECT_EQ(NumbersAfter(deal, "2026-11-30"), std::vector{3});
    EXPECT_EQ(deal.VersionOn(DayOf("2026-12-01"))->number, 3);
}

TEST(DealVersions, AWithdrawnOneNeverComesIntoForce) {
    Deal deal = Starting({"", "2026-12-01", "2026-12-01"});
    deal.versions[2].withdrawn_at = *Timestamp::ParseIso8601("2026-11-20T10:00:00Z");
    EXPECT_EQ(NumbersAfter(deal, "2026-11-30"), std::vector{2}) << "which starts on the same day";
    EXPECT_EQ(deal.VersionOn(DayOf("2026-12-01"))->number, 2);
    deal.versions[1].withdrawn_at = deal.versions[2].withdrawn_at;
    EXPECT_TRUE(NumbersAfter(deal, "2026-11-30").empty());
    EXPECT_EQ(deal.VersionOn(DayOf("2026-12-01"))->number, 1);
    EXPECT_EQ(deal.Version(3)->number, 3) << "it can still be shown";
}

}  // namespace
}  // namespace fairlead::commission
