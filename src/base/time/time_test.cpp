#include "base/time/time.hpp"

#include <array>
#include <cstdio>
#include <ctime>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/time/set_clock.hpp"

namespace fairlead {
namespace {

struct TimeReading {
    std::string_view text;
    std::int64_t micros;
};

// The seconds come from `date -u -d … +%s`.
constexpr std::array kReadings{
    TimeReading{"1970-01-01T00:00:00Z", 0},
    TimeReading{"1970-01-01T00:00Z", 0},
    TimeReading{"1969-12-31T23:59:59.5Z", -500'000},
    TimeReading{"2026-03-10T14:05:09.123456Z", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T14:05:09,123456Z", 1'773'151'509'123'456},
    TimeReading{"2026-03-10t14:05:09.123456z", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T15:05:09.123456+01:00", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T15:05:09.123456+0100", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T15:05:09.123456+01", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T08:35:09.123456-05:30", 1'773'151'509'123'456},
    TimeReading{"2026-03-11T04:05:09.123456+14:00", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T14:05:09.123456-00:00", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T14:05:09.1Z", 1'773'151'509'100'000},
    TimeReading{"2026-03-10T14:05:09.000001Z", 1'773'151'509'000'001},
    TimeReading{"2026-03-10T14:05:09.1234569999Z", 1'773'151'509'123'456},
    TimeReading{"2026-03-10T14:05Z", 1'773'151'500'000'000},
    TimeReading{"2026-03-10T15:05+01:00", 1'773'151'500'000'000},
    TimeReading{"2000-02-29T00:00:00Z", 951'782'400'000'000},
    TimeReading{"2024-02-29T12:00:00Z", 1'709'208'000'000'000},
    TimeReading{"2016-12-31T23:59:60Z", 1'483'228'800'000'000},
    TimeReading{"0001-01-01T00:00:00Z", -62'135'596'800'000'000},
    TimeReading{"9999-12-31T23:59:59.999999Z", 253'402'300'799'999'999},
};

TEST(Timestamp, ReadsIso8601WithZOrAnOffset) {
    for (const auto& [text, micros] : kReadings) {
        const auto time = Timestamp::ParseIso8601(text);
        ASSERT_TRUE(time.has_value()) << text;
        EXPECT_EQ(time->micros, micros) << text;
    }
}

TEST(Timestamp, RefusesAnythingButATimeWithZOrAnOffset) {
    for (const std::string_view text : {"",
                                        "Z",
                                        "2026-03-10",
                                        "2026-03-10T14:05:09",
                                        "2026-03-10 14:05:09Z",
                                        "2026-03-10T14:05:09 Z",
                                        "2026-03-10T14Z",
                                        "2026-03-10T14:05:Z",
                                        "2026-03-10T14:05:9Z",
                                        "2026-03-10T14:05:09.Z",
                                        "2026-03-10T14:05.5Z",
                                        "2026-3-10T14:05:09Z",
                                        "26-03-10T14:05:09Z",
                                        "20260310T140509Z",
                                        "+2026-03-10T14:05:09Z",
                                        "-026-03-10T14:05:09Z",
                                        "2026-03-10T14:05:09ZZ",
                                        " 2026-03-10T14:05:09Z",
                                        "2026-03-10T14:05:09Z ",
                                        "2026-03-10T14:05:09+",
                                        "2026-03-10T14:05:09+1",
                                        "2026-03-10T14:05:09+01:",
                                        "2026-03-10T14:05:09+01:0",
                                        "2026-03-10T14:05:09+01:00Z",
                                        "2026-03-10T14:05:09+010",
                                        "2026-03-10T14:05:09UTC",
                                        "2026-W11-2T14:05:09Z",
                                        "1773151509"}) {
        const auto time = Timestamp::ParseIso8601(text);
        ASSERT_FALSE(time.has_value()) << text;
        EXPECT_EQ(time.error().code, ErrorCode::kInvalidTime) << text;
    }
}

TEST(Timestamp, RefusesDaysAndHoursThatDoNotExist) {
    for (const std::string_view text :
         {"2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-02-30T00:00:00Z",
          "2026-04-31T00:00:00Z", "2026-00-10T00:00:00Z", "2026-13-10T00:00:00Z", "2026-03-00T00:00:00Z",
          "2026-03-32T00:00:00Z", "0000-01-01T00:00:00Z", "2026-03-10T24:00:00Z", "2026-03-10T23:60:00Z",
          "2026-03-10T23:59:61Z", "2026-03-10T14:05:09+24:00", "2026-03-10T14:05:09+01:60"}) {
        EXPECT_FALSE(Timestamp::ParseIso8601(text).has_value()) << text;
    }
}

TEST(Timestamp, RefusesATimeThatAnOffsetOrALeapSecondMovesOutOfRange) {
    for (const std::string_view text : {"0001-01-01T00:00:00+00:01", "0001-01-01T22:59:59+23:00",
                                        "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z"}) {
        EXPECT_FALSE(Timestamp::ParseIso8601(text).has_value()) << text;
    }
    EXPECT_EQ(Timestamp::ParseIso8601("0001-01-01T23:00:00+23:00")->ToIso8601(), "0001-01-01T00:00:00.000Z");
    EXPECT_EQ(Timestamp::ParseIso8601("9999-12-31T00:59:59-23:00")->ToIso8601(), "9999-12-31T23:59:59.000Z");
}

TEST(Timestamp, IsWrittenInUtcToTheMillisecondOrMicrosecond) {
    EXPECT_EQ(Timestamp{0}.ToIso8601(), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(Timestamp{1'773'151'509'123'000}.ToIso8601(), "2026-03-10T14:05:09.123Z");
    EXPECT_EQ(Timestamp{1'773'151'509'123'456}.ToIso8601(), "2026-03-10T14:05:09.123456Z");
    EXPECT_EQ(Timestamp{1'773'151'509'000'001}.ToIso8601(), "2026-03-10T14:05:09.000001Z");
    EXPECT_EQ(Timestamp{-500'000}.ToIso8601(), "1969-12-31T23:59:59.500Z");
    EXPECT_EQ(Timestamp{-1}.ToIso8601(), "1969-12-31T23:59:59.999999Z");
}

TEST(Timestamp, TheClocksAgreeWithTheSystems) {
    const auto before = std::time(nullptr);
    const auto now = Now().micros / kMicrosPerSecond;
    const auto after = std::time(nullptr);
    // std::time may lag by a tick of the coarse clock.
    EXPECT_GE(now, before);
    EXPECT_LE(now, after + 1);
    const auto first = SteadyMicros();
    EXPECT_GE(SteadyMicros(), first);
}

// At least a day away from both ends of the range, so that no offset moves the time out of it.
constexpr std::int64_t kFirstSecond = -62'135'596'800 + 86'400;
constexpr std::int64_t kLastSecond = 253'402'300'799 - 86'400;

std::string LocalText(std::int64_t seconds, std::int64_t micros, int offset_minutes) {
    const std::time_t local = seconds + std::int64_t{offset_minutes} * 60;
    std::tm fields{};
    gmtime_r(&local, &fields);
    std::array<char, 80> text{};
    const int offset = std::abs(offset_minutes);
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%06d%c%02d:%02d", fields.tm_year + 1900,
                  fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec,
                  static_cast<int>(micros), offset_minutes < 0 ? '-' : '+', offset / 60, offset % 60);
    return text.data();
}

RC_GTEST_PROP(Timestamp, ReadsWhatGmtimeWritesAtAnyOffset, ()) {
    const auto seconds = *rc::gen::inRange(kFirstSecond, kLastSecond);
    const auto micros = *rc::gen::inRange<std::int64_t>(0, 1'000'000);
    const auto offset_minutes = *rc::gen::inRange(-1439, 1440);
    const std::string text = LocalText(seconds, micros, offset_minutes);
    const auto time = Timestamp::ParseIso8601(text);
    RC_LOG() << text;
    RC_ASSERT(time.has_value());
    RC_ASSERT(time->micros == seconds * kMicrosPerSecond + micros);
}

RC_GTEST_PROP(Timestamp, WritesWhatTimegmReads, ()) {
    const auto micros = *rc::gen::inRange(kFirstSecond * kMicrosPerSecond, kLastSecond * kMicrosPerSecond);
    const std::string text = Timestamp{micros}.ToIso8601();
    RC_LOG() << text;
    std::tm fields{};
    std::array<char, 7> digits{};
    RC_ASSERT(std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%6[0-9]Z", &fields.tm_year, &fields.tm_mon,
                          &fields.tm_mday, &fields.tm_hour, &fields.tm_min, &fields.tm_sec, digits.data()) == 7);
    fields.tm_year -= 1900;
    fields.tm_mon -= 1;
    std::string padded = digits.data();
    padded.resize(6, '0');
    RC_ASSERT(timegm(&fields) * kMicrosPerSecond + std::stoi(padded) == micros);
}

TEST(Clock, KeepsTheTimeThatIsSetUntilItFollowsTheSystemAgain) {
    const Timestamp before = Now();
    SetClock(Timestamp{1'234'567});
    EXPECT_EQ(Now(), Timestamp{1'234'567});
    EXPECT_EQ(Now(), Timestamp{1'234'567});
    FollowSystemClock();
    EXPECT_GE(Now(), before);
}

RC_GTEST_PROP(Timestamp, AWrittenTimeIsReadBack, ()) {
    const Timestamp time{*rc::gen::inRange(kFirstSecond * kMicrosPerSecond, kLastSecond * kMicrosPerSecond)};
    RC_ASSERT(Timestamp::ParseIso8601(time.ToIso8601()).value() == time);
}

RC_GTEST_PROP(Timestamp, ADayExistsIfTimegmLeavesItAsItIs, ()) {
    const auto year = *rc::gen::inRange(1, 10'000);
    const auto month = *rc::gen::inRange(0, 14);
    const auto day = *rc::gen::inRange(0, 33);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT12:00:00Z", year, month, day);
    std::tm fields{};
    fields.tm_year = year - 1900;
    fields.tm_mon = month - 1;
    fields.tm_mday = day;
    const std::time_t seconds = timegm(&fields);
    const bool exists = fields.tm_year == year - 1900 && fields.tm_mon == month - 1 && fields.tm_mday == day;
    const auto time = Timestamp::ParseIso8601(text.data());
    RC_LOG() << text.data();
    RC_ASSERT(time.has_value() == exists);
    if (exists) RC_ASSERT(time->micros == (seconds + 43'200) * kMicrosPerSecond);
}

}  // namespace
}  // namespace fairlead
