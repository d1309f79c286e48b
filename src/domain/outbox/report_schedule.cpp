#include "domain/outbox/report_schedule.hpp"

#include <algorithm>

namespace fairlead::outbox {
namespace {

constexpr std::int32_t kDaysOfWeek = 7;
constexpr std::int64_t kMicrosPerHour = 3600 * kMicrosPerSecond;

// The Monday of the week that contains the day. 1970-01-01 was a Thursday.
Date MondayOf(Date day) {
    constexpr std::int32_t kDaysAfterMonday = 3;
    const std::int32_t place = (day.days + kDaysAfterMonday) % kDaysOfWeek;
    return {day.days - (place < 0 ? place + kDaysOfWeek : place)};
}

// When the report of these days is sent. On a day on which clocks change, this may be an hour earlier or later.
Timestamp SendTime(const ReportSchedule& schedule, const ReportDays& days, const TimeZone& zone) {
    return {zone.StartOf({days.last.days + 1}).micros + schedule.hour * kMicrosPerHour};
}

}  // namespace

ReportDays DaysBefore(Frequency frequency, Date day) {
    switch (frequency) {
        case Frequency::kDaily: break;
        case Frequency::kWeekly: {
            const Date monday = MondayOf(day);
            return {{monday.days - kDaysOfWeek}, {monday.days - 1}};
        }
        case Frequency::kMonthly: {
            const Period last{Period::Of(day).number - 1};
            return {last.FirstDay(), last.LastDay()};
        }
    }
    return {{day.days - 1}, {day.days - 1}};
}

std::optional<ReportDays> DueDays(const ReportSchedule& schedule, const TimeZone& zone, Timestamp now) {
    if (schedule.status != DestinationStatus::kActive) return std::nullopt;
    ReportDays days = DaysBefore(schedule.frequency, zone.DateOf(now));
    if (SendTime(schedule, days, zone) > now) days = DaysBefore(schedule.frequency, days.first);
    const Timestamp since = std::max(schedule.created_at, schedule.resumed_at.value_or(Timestamp()));
    const bool was_sent = schedule.sent_to && *schedule.sent_to >= days.last;
    if (was_sent || SendTime(schedule, days, zone) <= since) return std::nullopt;
    return days;
}

}  // namespace fairlead::outbox
