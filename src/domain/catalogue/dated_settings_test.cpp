#include "domain/catalogue/dated_settings.hpp"

#include <gtest/gtest.h>

#include "domain/catalogue/settings_effects.hpp"

namespace fairlead::catalogue {
namespace {

Timestamp At(std::string_view text) { return *Timestamp::ParseIso8601(text); }
Date Day(std::string_view text) { return *Date::Parse(text); }
Currency Cur(std::string_view code) { return *Currency::Parse(code); }
TimeZone Zone(std::string_view name) { return *TimeZone::Load(name); }

const Timestamp kNow = At("2026-11-17T10:00:00Z");

// An operator in Malta whose reports are in euros.
DatedSettings Malta() { return {"Europe/Malta", Cur("EUR"), {}}; }

SettingsZones ZonesTo(std::string_view name) { return {Zone("Europe/Malta"), Zone(name)}; }

DatedSettings ToDollars() {
    return *ReviseSettings(Malta(), {.base_currency = Cur("USD"), .effective_from = Day("2026-12-01")},
                           ZonesTo("Europe/Malta"), kNow);
}

ErrorCode RefusedCode(const SettingsRequest& request, std::string_view zone = "Europe/Malta") {
    const auto revised = ReviseSettings(Malta(), request, ZonesTo(zone), kNow);
    EXPECT_FALSE(revised);
    return revised ? ErrorCode::kInternal : revised.error().code;
}

TEST(DatedSettings, AValueAppliesFromItsDayOn) {
    const DatedSettings settings = ToDollars();
    EXPECT_EQ(settings.changes.front().starts_at, At("2026-11-30T23:00:00Z"));
    EXPECT_EQ(settings.BaseCurrencyAt(At("2026-11-30T22:59:59.999999Z")), Cur("EUR"));
    EXPECT_EQ(settings.BaseCurrencyAt(At("2026-11-30T23:00:00Z")), Cur("USD"));
    EXPECT_EQ(settings.TimeZoneAt(At("2027-01-01T00:00:00Z")), "Europe/Malta");
    EXPECT_EQ(BaseCurrencyOn(Day("2026-11-30"), settings.first_base_currency, settings.changes), Cur("EUR"));
    EXPECT_EQ(BaseCurrencyOn(Day("2026-12-01"), settings.first_base_currency, settings.changes), Cur("USD"));
}

TEST(DatedSettings, AChangeIsPendingUntilItStarts) {
    const DatedSettings settings = ToDollars();
    ASSERT_NE(settings.PendingAt(kNow), nullptr);
    EXPECT_EQ(settings.PendingAt(kNow)->first_day, Day("2026-12-01"));
    EXPECT_EQ(settings.PendingAt(At("2026-11-30T23:00:00Z")), nullptr);
    EXPECT_EQ(settings.WithoutPending(kNow), Malta());
    EXPECT_EQ(settings.WithoutPending(At("2026-12-01T00:00:00Z")), settings);
}

TEST(DatedSettings, ALaterRequestReplacesThePendingChange) {
    const auto replaced =
        ReviseSettings(ToDollars(), {.time_zone = "Europe/London", .effective_from = Day("2027-01-01")},
                       ZonesTo("Europe/London"), kNow);
    ASSERT_TRUE(replaced);
    ASSERT_EQ(replaced->changes.size(), 1U);
    EXPECT_EQ(replaced->changes.front().base_currency, Cur("EUR"));
    EXPECT_EQ(replaced->changes.front().time_zone, "Europe/London");
}

TEST(DatedSettings, ThePendingChangeCanBeCancelled) {
    EXPECT_EQ(ReviseSettings(ToDollars(), {.cancels_pending = true}, ZonesTo("Europe/Malta"), kNow), Malta());
}

TEST(DatedSettings, TheSameValuesWithoutADateChangeNothing) {
    EXPECT_EQ(ReviseSettings(ToDollars(), {.time_zone = "Europe/Malta", .base_currency = Cur("EUR")},
                             ZonesTo("Europe/Malta"), kNow),
              ToDollars());
}

TEST(DatedSettings, AStartedChangeStays) {
    const Timestamp january = At("2027-01-15T00:00:00Z");
    const auto back = ReviseSettings(ToDollars(), {.base_currency = Cur("EUR"), .effective_from = Day("2027-02-01")},
                                     ZonesTo("Europe/Malta"), january);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->BaseCurrencyAt(january), Cur("USD"));
    EXPECT_EQ(back->BaseCurrencyAt(At("2027-02-01T00:00:00Z")), Cur("EUR"));
    EXPECT_EQ(back->BaseCurrencyAt(kNow), Cur("EUR"));
}

TEST(DatedSettings, AChangeWithoutADateAppliesToThePastAsWell) {
    const auto revised = ReviseSettings(ToDollars(), {.base_currency = Cur("GBP")}, ZonesTo("Europe/Malta"), kNow);
    EXPECT_EQ(revised, (DatedSettings{"Europe/Malta", Cur("GBP"), {}}));
}

TEST(DatedSettings, TheDayIsTheFirstOfAFutureMonth) {
    for (const auto* day : {"2026-11-01", "2026-11-30", "2026-12-02", "2020-01-01", "2028-12-01"}) {
        EXPECT_EQ(RefusedCode({.base_currency = Cur("USD"), .effective_from = Day(day)}), ErrorCode::kInvalidValue)
            << day;
    }
    EXPECT_TRUE(ReviseSettings(Malta(), {.base_currency = Cur("USD"), .effective_from = Day("2028-11-01")},
                               ZonesTo("Europe/Malta"), kNow));
}

TEST(DatedSettings, TheMonthIsThatOfTheOperatorsZone) {
    // In Malta it is already December.
    EXPECT_FALSE(ReviseSettings(Malta(), {.base_currency = Cur("USD"), .effective_from = Day("2026-12-01")},
                                ZonesTo("Europe/Malta"), At("2026-11-30T23:30:00Z")));
}

TEST(DatedSettings, ADateNeedsAChange) {
    EXPECT_EQ(RefusedCode({.effective_from = Day("2026-12-01")}), ErrorCode::kInvalidValue);
    EXPECT_EQ(RefusedCode({.time_zone = "Europe/Malta", .effective_from = Day("2026-12-01")}),
              ErrorCode::kInvalidValue);
}

TEST(DatedSettings, AZoneADayAwayIsRefused) {
    const DatedSettings far{"Pacific/Kiritimati", Cur("EUR"), {}};
    const SettingsRequest request{.time_zone = "Pacific/Pago_Pago", .effective_from = Day("2026-12-01")};
    const auto revised = ReviseSettings(far, request, {Zone("Pacific/Kiritimati"), Zone("Pacific/Pago_Pago")}, kNow);
    ASSERT_FALSE(revised);
    EXPECT_EQ(revised.error().pointer, "/timeZone");
}

// A day never comes back after the next one has begun, whichever way the zone moves.
TEST(DatedSettings, DaysStayInOrder) {
    for (const auto* name : {"America/Los_Angeles", "Asia/Tokyo", "Asia/Kathmandu", "UTC", "Pacific/Auckland"}) {
        const auto settings =
            ReviseSettings(Malta(), {.time_zone = name, .effective_from = Day("2026-12-01")}, ZonesTo(name), kNow);
        ASSERT_TRUE(settings) << name;
        const Timestamp change = settings->changes.front().starts_at;
        const TimeZone zone = Zone("Europe/Malta").Until(change, Zone(name));
        for (std::int64_t minute = -3000; minute < 3000; ++minute) {
            const Timestamp time{change.micros + minute * 60 * kMicrosPerSecond};
            const Date day = zone.DateOf(time);
            ASSERT_LE(zone.StartOf(day), time) << name << minute;
            ASSERT_GT(zone.StartOf({day.days + 1}), time) << name << minute;
        }
    }
}

std::vector<std::string_view> Subjects(const std::vector<SettingsEffect>& effects) {
    std::vector<std::string_view> subjects;
    for (const auto& effect : effects) subjects.push_back(effect.about);
    return subjects;
}

TEST(SettingsEffects, ANewBaseCurrencyConcernsReportsAndMinimums) {
    const PlannedChange planned{Malta(), ToDollars(), ZonesTo("Europe/Malta"), *Decimal::Parse("100"), 2};
    const auto effects = EffectsOf(planned, kNow);
    EXPECT_EQ(Subjects(effects), (std::vector<std::string_view>{"reports", "statements", "minPayout"}));
    EXPECT_EQ(effects[0].text,
              "From 2026-12-01 on, all reports show money in USD instead of EUR, also for earlier days. Each amount is "
              "converted at the exchange rate of its day.");
    EXPECT_EQ(
        effects[2].text,
        "From the statements of 2026-12 on, minimum payouts are in USD: 100 EUR becomes 100 USD. The same applies "
        "to the minimum payouts of affiliates that have their own: 2.");
}

TEST(SettingsEffects, ANewTimeZoneMakesOneDayLongerOrShorter) {
    const auto effects_of = [](std::string_view zone) {
        const auto after = *ReviseSettings(
            Malta(), {.time_zone = std::string(zone), .effective_from = Day("2026-12-01")}, ZonesTo(zone), kNow);
        return EffectsOf({Malta(), after, ZonesTo(zone), Decimal(), 0}, kNow);
    };
    const auto west = effects_of("America/New_York");
    EXPECT_EQ(Subjects(west), (std::vector<std::string_view>{"days", "statements", "boundary"}));
    EXPECT_EQ(west[2].text, "The day 2026-11-30 is longer by 360 minutes, and so is its month.");
    EXPECT_EQ(effects_of("Asia/Tokyo")[2].text, "The day 2026-12-01 is shorter by 480 minutes.");
    EXPECT_EQ(effects_of("Europe/Berlin").size(), 2U);
}

TEST(SettingsEffects, NothingChangedHasNone) {
    EXPECT_TRUE(EffectsOf({ToDollars(), ToDollars(), ZonesTo("Europe/Malta"), Decimal(), 0}, kNow).empty());
}

}  // namespace
}  // namespace fairlead::catalogue
