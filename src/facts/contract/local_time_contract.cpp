#include "base/time/period.hpp"
#include "facts/contract/fixture.hpp"

namespace fairlead::facts {
namespace {

using app::TimeBucket;
using app::ZoneOffset;

// The only local time to which a click at this minute belongs.
std::int64_t OnlyBucket(const Sums& sums) {
    EXPECT_EQ(sums.size(), 1U);
    return sums.empty() ? INT64_MIN : std::get<std::int64_t>(sums.begin()->first.group.front());
}

const std::vector<ZoneOffset> kBerlin2026{
    {MinuteOf("2025-10-26T01:00Z"), 60}, {MinuteOf("2026-03-29T01:00Z"), 120}, {MinuteOf("2026-10-25T01:00Z"), 60}};
const std::vector<ZoneOffset> kLordHowe2026{
    {MinuteOf("2025-10-04T15:30Z"), 660}, {MinuteOf("2026-04-04T15:00Z"), 630}, {MinuteOf("2026-10-03T15:30Z"), 660}};

}  // namespace

class LocalTimeContract : public FactsContract {
protected:
    std::int64_t BucketOf(std::int32_t minute, TimeBucket bucket, const std::vector<ZoneOffset>& offsets) {
        auto selection = AllOf(TheOperator());
        selection.offsets = offsets;
        selection.ranges = {{minute, minute + 1}};
        const auto narrow = OnlyBucket(Sum({.selection = selection, .groups = {bucket}}));
        // The range includes all offsets, although there is only one row.
        selection.ranges = {{INT32_MIN, INT32_MIN + 1}, {minute, minute + 1}, {INT32_MAX - 1, INT32_MAX}};
        const auto wide = OnlyBucket(Sum({.selection = selection, .groups = {bucket}}));
        EXPECT_EQ(narrow, wide);
        return narrow;
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, LocalTimeContract, testing::ValuesIn(FactEngines()),
                         [](const auto& engine) { return engine.param; });

TEST_P(LocalTimeContract, ADayBeginsAtLocalMidnight) {
    const struct {
        std::string_view time;
        std::string_view date;
    } cases[] = {
        {"2026-01-15T22:59Z", "2026-01-15"}, {"2026-01-15T23:00Z", "2026-01-16"}, {"2026-03-28T22:59Z", "2026-03-28"},
        {"2026-03-28T23:00Z", "2026-03-29"}, {"2026-03-29T21:59Z", "2026-03-29"}, {"2026-03-29T22:00Z", "2026-03-30"},
        {"2026-10-24T21:59Z", "2026-10-24"}, {"2026-10-24T22:00Z", "2026-10-25"}, {"2026-10-25T22:59Z", "2026-10-25"},
        {"2026-10-25T23:00Z", "2026-10-26"}, {"2024-12-31T23:00Z", "2025-01-01"},
    };
    std::vector<reporting::FactRow> rows;
    for (const auto& each : cases) rows.push_back(ClickAt(MinuteOf(each.time)));
    Store(rows);
    for (const auto& each : cases) {
        EXPECT_EQ(BucketOf(MinuteOf(each.time), TimeBucket::kDate, kBerlin2026), DayOf(each.date)) << each.time;
    }
}

TEST_P(LocalTimeContract, AnHourIsNamedByTheMinuteInWhichItBegins) {
    const struct {
        std::string_view time;
        std::string_view hour;
        const std::vector<ZoneOffset>& zone;
    } cases[] = {
        {"2026-03-29T00:59Z", "2026-03-29T00:00Z", kBerlin2026},
        {"2026-03-29T01:00Z", "2026-03-29T01:00Z", kBerlin2026},
        {"2026-10-25T00:30Z", "2026-10-25T00:00Z", kBerlin2026},
        {"2026-10-25T01:30Z", "2026-10-25T01:00Z", kBerlin2026},
        // The offset differs from UTC by half an hour in winter; 1:30 to 2:00 comes twice when summer ends.
        {"2026-06-01T12:29Z", "2026-06-01T11:30Z", kLordHowe2026},
        {"2026-06-01T12:30Z", "2026-06-01T12:30Z", kLordHowe2026},
        {"2026-04-04T14:59Z", "2026-04-04T14:00Z", kLordHowe2026},
        {"2026-04-04T15:00Z", "2026-04-04T15:00Z", kLordHowe2026},
        {"2026-04-04T15:30Z", "2026-04-04T15:30Z", kLordHowe2026},
    };
    std::vector<reporting::FactRow> rows;
    for (const auto& each : cases) rows.push_back(ClickAt(MinuteOf(each.time)));
    Store(rows);
    for (const auto& each : cases) {
        EXPECT_EQ(BucketOf(MinuteOf(each.time), TimeBucket::kHour, each.zone), MinuteOf(each.hour)) << each.time;
    }
}

TEST_P(LocalTimeContract, ADayAtLordHoweIsHalfAnHourLonger) {
    Store({ClickAt(MinuteOf("2026-04-04T12:59Z")), ClickAt(MinuteOf("2026-04-04T13:00Z")),
           ClickAt(MinuteOf("2026-04-05T13:29Z")), ClickAt(MinuteOf("2026-04-05T13:30Z"))});
    EXPECT_EQ(BucketOf(MinuteOf("2026-04-04T12:59Z"), TimeBucket::kDate, kLordHowe2026), DayOf("2026-04-04"));
    EXPECT_EQ(BucketOf(MinuteOf("2026-04-04T13:00Z"), TimeBucket::kDate, kLordHowe2026), DayOf("2026-04-05"));
    EXPECT_EQ(BucketOf(MinuteOf("2026-04-05T13:29Z"), TimeBucket::kDate, kLordHowe2026), DayOf("2026-04-05"));
    EXPECT_EQ(BucketOf(MinuteOf("2026-04-05T13:30Z"), TimeBucket::kDate, kLordHowe2026), DayOf("2026-04-06"));
}

TEST_P(LocalTimeContract, AWeekIsNamedByItsMondayAlsoOverTheNewYear) {
    const std::vector<ZoneOffset> utc{{0, 0}};
    const struct {
        std::string_view time;
        std::string_view monday;
    } cases[] = {
        {"2025-12-28T23:59Z", "2025-12-22"}, {"2025-12-29T00:00Z", "2025-12-29"}, {"2026-01-04T23:59Z", "2025-12-29"},
        {"2026-01-05T00:00Z", "2026-01-05"}, {"1970-01-01T00:00Z", "1969-12-29"}, {"1970-01-05T00:00Z", "1970-01-05"},
    };
    std::vector<reporting::FactRow> rows;
    for (const auto& each : cases) rows.push_back(ClickAt(MinuteOf(each.time)));
    Store(rows);
    for (const auto& each : cases) {
        EXPECT_EQ(BucketOf(MinuteOf(each.time), TimeBucket::kWeek, utc), DayOf(each.monday)) << each.time;
    }
}

TEST_P(LocalTimeContract, AMonthIsNamedAsPeriodsAre) {
    const struct {
        std::string_view time;
        std::string_view month;
    } cases[] = {
        {"2026-01-31T22:59Z", "2026-01"}, {"2026-01-31T23:00Z", "2026-02"}, {"2024-02-29T12:00Z", "2024-02"},
        {"2025-12-31T22:59Z", "2025-12"}, {"2025-12-31T23:00Z", "2026-01"}, {"2100-02-28T12:00Z", "2100-02"},
        {"2100-03-01T12:00Z", "2100-03"}, {"2000-02-29T12:00Z", "2000-02"}, {"1970-01-01T00:00Z", "1970-01"},
    };
    std::vector<reporting::FactRow> rows;
    for (const auto& each : cases) rows.push_back(ClickAt(MinuteOf(each.time)));
    Store(rows);
    for (const auto& each : cases) {
        EXPECT_EQ(BucketOf(MinuteOf(each.time), TimeBucket::kMonth, kBerlin2026), Period::Parse(each.month)->number)
            << each.time;
    }
}

TEST_P(LocalTimeContract, TimesBefore1970AreRoundedDownToo) {
    const std::vector<ZoneOffset> utc{{0, 0}};
    const std::vector<ZoneOffset> west{{0, -210}};
    Store({ClickAt(-1), ClickAt(-1440), ClickAt(-1441)});
    EXPECT_EQ(BucketOf(-1, TimeBucket::kDate, utc), -1);
    EXPECT_EQ(BucketOf(-1440, TimeBucket::kDate, utc), -1);
    EXPECT_EQ(BucketOf(-1441, TimeBucket::kDate, utc), -2);
    EXPECT_EQ(BucketOf(-1, TimeBucket::kHour, utc), -60);
    EXPECT_EQ(BucketOf(-1, TimeBucket::kHour, west), -30);
    EXPECT_EQ(BucketOf(-1, TimeBucket::kWeek, utc), DayOf("1969-12-29"));
    EXPECT_EQ(BucketOf(-1, TimeBucket::kMonth, utc), Period::Parse("1969-12")->number);
    EXPECT_EQ(BucketOf(-1440, TimeBucket::kDate, west), -2);
}

TEST_P(LocalTimeContract, ARangeEndsBeforeItsEnd) {
    Store({ClickAt(99), ClickAt(100), ClickAt(199), ClickAt(200), ClickAt(300)});
    auto selection = AllOf(TheOperator());
    selection.ranges = {{100, 200}, {300, 301}};
    EXPECT_EQ(Sum({.selection = selection}), (Sums{{{{}, 1, "", 0}, {3, {}}}}));
    selection.ranges = {};
    EXPECT_TRUE(Sum({.selection = selection}).empty());
}

}  // namespace fairlead::facts
