#include "domain/catalogue/dated_settings.hpp"

#include <algorithm>

namespace fairlead::catalogue {
namespace {

// The last change that has started. Null if none has.
const SettingsChange* StartedChange(const DatedSettings& settings, Timestamp time) {
    const auto after = std::ranges::upper_bound(settings.changes, time, {}, &SettingsChange::starts_at);
    return after == settings.changes.begin() ? nullptr : &*(after - 1);
}

std::unexpected<Error> WrongDate(std::string message) {
    return std::unexpected(Error{ErrorCode::kInvalidValue, "/effectiveFrom", std::move(message)});
}

Status CheckFirstDay(Date day, Period current) {
    const Period month = Period::Of(day);
    if (month.FirstDay() != day) return WrongDate("must be the first day of a month");
    if (month <= current)
        return WrongDate("must be in the future. The next possible day is " + current.Next().FirstDay().ToString());
    if (month.number - current.number > kSettingsMonthsAheadMax) {
        return WrongDate("must be within the next " + std::to_string(kSettingsMonthsAheadMax) + " months");
    }
    return {};
}

}  // namespace

const std::string& DatedSettings::TimeZoneAt(Timestamp time) const {
    const auto* change = StartedChange(*this, time);
    return change == nullptr ? first_time_zone : change->time_zone;
}

Currency DatedSettings::BaseCurrencyAt(Timestamp time) const {
    const auto* change = StartedChange(*this, time);
    return change == nullptr ? first_base_currency : change->base_currency;
}

const SettingsChange* DatedSettings::PendingAt(Timestamp now) const {
    return changes.empty() || changes.back().starts_at <= now ? nullptr : &changes.back();
}

DatedSettings DatedSettings::WithoutPending(Timestamp now) const {
    DatedSettings settings = *this;
    while (settings.PendingAt(now) != nullptr) settings.changes.pop_back();
    return settings;
}

Currency BaseCurrencyOn(Date day, Currency first, const std::vector<SettingsChange>& changes) {
    const auto after = std::ranges::upper_bound(changes, day, {}, &SettingsChange::first_day);
    return after == changes.begin() ? first : (after - 1)->base_currency;
}

Result<DatedSettings> ReviseSettings(const DatedSettings& before, const SettingsRequest& request,
                                     const SettingsZones& zones, Timestamp now) {
    const std::string zone = request.time_zone.value_or(before.TimeZoneAt(now));
    const Currency currency = request.base_currency.value_or(before.BaseCurrencyAt(now));
    const bool differs = zone != before.TimeZoneAt(now) || currency != before.BaseCurrencyAt(now);
    if (!request.effective_from) {
        if (differs) return DatedSettings{zone, currency, {}};
        return request.cancels_pending ? before.WithoutPending(now) : before;
    }
    const Date day = *request.effective_from;
    TRY(CheckFirstDay(day, zones.in_force.MonthOf(now)));
    if (!differs) return WrongDate("needs a baseCurrency or a timeZone that differs from the current one");
    const Timestamp starts_at = zones.in_force.StartOf(day);
    // Otherwise a day would come back after the next one has begun, or a month would have no first day.
    if (std::abs(zones.in_force.AheadMicros(zones.wanted, starts_at)) >= kMicrosPerDay) {
        return std::unexpected(Error{
            ErrorCode::kInvalidValue, "/timeZone",
            "is a day or more away from " + before.TimeZoneAt(now) + ". Change to a time zone between them first"});
    }
    DatedSettings after = before.WithoutPending(now);
    after.changes.push_back({day, starts_at, zone, currency});
    return after;
}

}  // namespace fairlead::catalogue
