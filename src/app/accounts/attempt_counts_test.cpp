#include "app/accounts/attempt_counts.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kWindow = 60;

AttemptCounts::Name Named(int number) {
    AttemptCounts::Name name{};
    std::memcpy(name.data(), &number, sizeof(number));
    return name;
}

bool IsClosed(const AttemptCounts& counts, int name, int attempts_max, std::int64_t now) {
    return counts.ClosedUntil(Named(name), attempts_max, now).has_value();
}

TEST(AttemptCounts, ANameIsClosedUntilTheWindowOfItsFirstAttemptEnds) {
    AttemptCounts counts(10, kWindow);
    counts.Add(Named(1), 5);
    EXPECT_FALSE(IsClosed(counts, 1, 2, 5));
    counts.Add(Named(1), 30);
    EXPECT_EQ(counts.ClosedUntil(Named(1), 2, 64), 65);
    EXPECT_EQ(counts.ClosedUntil(Named(1), 2, 65), std::nullopt);
    EXPECT_FALSE(IsClosed(counts, 2, 2, 30));
}

TEST(AttemptCounts, ANewWindowStartsAtZero) {
    AttemptCounts counts(10, kWindow);
    counts.Add(Named(1), 0);
    counts.Add(Named(1), 60);
    EXPECT_TRUE(IsClosed(counts, 1, 1, 119));
    EXPECT_FALSE(IsClosed(counts, 1, 2, 119));
    EXPECT_EQ(counts.size(), 1U);
}

TEST(AttemptCounts, AFullTableDropsTheNameWhoseWindowStartedFirst) {
    AttemptCounts counts(3, kWindow);
    for (const int name : {1, 2, 3}) counts.Add(Named(name), name);
    counts.Add(Named(1), 4);  // Its window is still the first.
    counts.Add(Named(4), 5);
    EXPECT_EQ(counts.size(), 3U);
    EXPECT_FALSE(IsClosed(counts, 1, 1, 5));
    for (const int name : {2, 3, 4}) EXPECT_TRUE(IsClosed(counts, name, 1, 5)) << name;
}

TEST(AttemptCounts, ANewWindowIsDroppedLast) {
    AttemptCounts counts(3, kWindow);
    counts.Add(Named(1), 0);
    counts.Add(Named(2), 50);
    counts.Add(Named(1), 60);
    counts.Add(Named(3), 60);
    counts.Add(Named(4), 61);
    EXPECT_FALSE(IsClosed(counts, 2, 1, 61));
    EXPECT_TRUE(IsClosed(counts, 1, 1, 61));
}

TEST(AttemptCounts, EachCallDropsAFewExpiredNamesUntilNoneIsLeft) {
    AttemptCounts counts(1000, kWindow);
    for (int name = 0; name < 1000; ++name) counts.Add(Named(name), 0);
    counts.Add(Named(1000), kWindow);
    EXPECT_EQ(counts.size(), 999U) << "two were dropped and one was added";
    for (int name = 1001; name < 1500; ++name) counts.Add(Named(name), kWindow);
    EXPECT_EQ(counts.size(), 500U) << "only names of the new window are left";
}

TEST(AttemptCounts, ANameWithoutAttemptsIsDropped) {
    AttemptCounts counts(10, kWindow);
    counts.Add(Named(1), 0);
    counts.Add(Named(1), 0);
    counts.TakeBack(Named(1));
    EXPECT_TRUE(IsClosed(counts, 1, 1, 0));
    counts.TakeBack(Named(1));
    counts.TakeBack(Named(1));
    EXPECT_EQ(counts.size(), 0U);
}

}  // namespace
}  // namespace fairlead::app
