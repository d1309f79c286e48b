#pragma once

#include <span>
#include <vector>

#include "base/time/time_zone.hpp"
#include "domain/signals/finding.hpp"

namespace fairlead::signals {

// A registration that a click brought.
struct SeenRegistration {
    PlayerId player;
    AffiliateId affiliate;
    std::optional<LinkId> link;
    ClickId click;
    Timestamp clicked_at;
    Timestamp registered_at;     // The time of the event.
    Timestamp recorded_at = {};  // When the service learned of it.
};

// The findings of a rule kFastRegistration.
std::vector<Finding> JudgeRegistrations(const FraudRule& rule, std::span<const SeenRegistration> registrations);

// What an affiliate's visitors did in one week.
struct WeekOfAffiliate {
    AffiliateId affiliate;
    Date monday;  // The first day of the week, in the operator's time zone.
    std::int64_t clicks = 0;
    std::int64_t registrations = 0;
};

// The share of clicks that usually become registrations, as fractions of 1.
struct ConversionHabit {
    std::int64_t weeks = 0;  // The number of weeks in it. With fewer than kHabitWeeksMin there is no habit.
    double usual = 0;        // Their median.
    double spread = 0;       // The usual difference from it.

    bool IsKnown() const;
};
inline constexpr std::int64_t kHabitWeeksMin = 4;

// The habit before a week: of the `weeks` weeks that end before it, those with at least `clicks_min` clicks. The median
// and the median absolute deviation (MAD) do not follow a few strange weeks, as a mean would. The spread is the MAD
// times 1.4826 (a standard deviation, if the weeks were normal), but at least the chance variation of as many clicks as
// `judged` has. The judged week itself is not part of its habit.
ConversionHabit HabitBefore(const WeekOfAffiliate& judged, std::span<const WeekOfAffiliate> history,
                            const FraudRule& rule);

// The days on which judged weeks begin, both included, and the moment until which facts are available.
struct JudgedWeeks {
    Date first;
    Date last;
    Timestamp until;
};

// The findings of a rule kUnusualConversion in these weeks. `zone` is the operator's.
std::vector<Finding> JudgeConversion(const FraudRule& rule, std::span<const WeekOfAffiliate> weeks,
                                     const JudgedWeeks& judged, const TimeZone& zone);

}  // namespace fairlead::signals
