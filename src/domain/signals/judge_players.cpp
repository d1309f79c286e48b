#include "domain/signals/judge_players.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "domain/signals/signal_text.hpp"

namespace fairlead::signals {
namespace {

constexpr double kMadToDeviation = 1.4826;
constexpr std::int32_t kDaysOfWeek = 7;
// The operator's clock may be a little behind. A registration long before its click is an import of old players.
constexpr std::int64_t kClockDifferenceMicros = 60 * kMicrosPerSecond;

// Needs at least one number. For an even count, returns the mean of the two numbers in the middle.
double MedianOf(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    const std::size_t middle = numbers.size() / 2;
    if (numbers.size() % 2 == 1) return numbers[middle];
    return (numbers[middle - 1] + numbers[middle]) / 2;
}

double ConversionOf(const WeekOfAffiliate& week) {
    return static_cast<double>(week.registrations) / static_cast<double>(week.clicks);
}

// The usual difference between the conversion of this many clicks and `usual` that chance alone causes: the standard
// deviation of a binomial share. It would be 0 for a share of 0 or 1, so the share is kept one registration away from
// both.
double ChanceSpread(double usual, std::int64_t clicks) {
    const auto count = static_cast<double>(clicks);
    const double share = std::clamp(usual, 1 / count, 1 - 1 / count);
    return std::sqrt(share * (1 - share) / count);
}

std::optional<Finding> JudgeWeek(const FraudRule& rule, const WeekOfAffiliate& week,
                                 std::span<const WeekOfAffiliate> history) {
    if (week.clicks < rule.Number("clicksMin")) return std::nullopt;
    const ConversionHabit habit = HabitBefore(week, history, rule);
    const double conversion = ConversionOf(week);
    const auto spreads_max = rule.Number("spreadsMax");
    const double away = static_cast<double>(spreads_max) * habit.spread;
    if (!habit.IsKnown() || std::abs(conversion - habit.usual) <= away) return std::nullopt;
    const double limit = conversion > habit.usual ? habit.usual + away : habit.usual - away;
    Finding finding{.cause = "affiliate/" + week.affiliate.ToString(),
                    .affiliate = week.affiliate,
                    .value = PercentOf(conversion),
                    .allowed = PercentOf(limit),
                    .usual = PercentOf(habit.usual)};
    finding.summary = DescribeConversion(finding, {.registrations = {week.registrations, week.clicks},
                                                   .weeks = habit.weeks,
                                                   .spread = PercentOf(habit.spread),
                                                   .spreads_max = spreads_max});
    return finding;
}

}  // namespace

std::vector<Finding> JudgeRegistrations(const FraudRule& rule, std::span<const SeenRegistration> registrations) {
    const std::int64_t least = rule.Number("secondsMin");
    std::vector<Finding> findings;
    for (const SeenRegistration& each : registrations) {
        const std::int64_t after = each.registered_at.micros - each.clicked_at.micros;
        if (after >= least * kMicrosPerSecond || after < -kClockDifferenceMicros) continue;
        const std::int64_t micros = std::max<std::int64_t>(0, after);
        Finding finding{.cause = "player/" + each.player.ToString(),
                        .affiliate = each.affiliate,
                        .link = each.link,
                        .player = each.player,
                        .begins = std::min(each.clicked_at, each.registered_at),
                        .ends = std::max(each.clicked_at, each.registered_at),
                        .value = Decimal::FromUnits(Decimal::Units{micros} * 100).RoundedTo(1),
                        .allowed = Decimal::FromInteger(least)};
        finding.summary = DescribeFastRegistration(finding);
        findings.push_back(std::move(finding));
    }
    return JoinCauses(std::move(findings), 0);
}

bool ConversionHabit::IsKnown() const { return weeks >= kHabitWeeksMin; }

ConversionHabit HabitBefore(const WeekOfAffiliate& judged, std::span<const WeekOfAffiliate> history,
                            const FraudRule& rule) {
    const auto weeks = static_cast<std::int32_t>(rule.Number("weeks"));
    std::vector<double> shares;
    for (const WeekOfAffiliate& week : history) {
        const bool is_before =
            week.monday < judged.monday && week.monday.days >= judged.monday.days - weeks * kDaysOfWeek;
        if (!is_before || week.affiliate != judged.affiliate || week.clicks < rule.Number("clicksMin")) continue;
        shares.push_back(ConversionOf(week));
    }
    if (shares.empty()) return {};
    const double usual = MedianOf(shares);
    std::vector<double> away;
    for (const double share : shares) away.push_back(std::abs(share - usual));
    return {.weeks = std::ssize(shares),
            .usual = usual,
            .spread = std::max(MedianOf(away) * kMadToDeviation, ChanceSpread(usual, judged.clicks))};
}

std::vector<Finding> JudgeConversion(const FraudRule& rule, std::span<const WeekOfAffiliate> weeks,
                                     const JudgedWeeks& judged, const TimeZone& zone) {
    std::map<AffiliateId, std::vector<WeekOfAffiliate>> of_affiliate;
    for (const WeekOfAffiliate& week : weeks) of_affiliate[week.affiliate].push_back(week);
    std::vector<Finding> findings;
    for (const auto& [affiliate, own] : of_affiliate) {
        for (const WeekOfAffiliate& week : own) {
            if (week.monday < judged.first || week.monday > judged.last) continue;
            auto finding = JudgeWeek(rule, week, own);
            if (!finding) continue;
            finding->begins = zone.StartOf(week.monday);
            finding->ends = std::min(judged.until, zone.StartOf({week.monday.days + kDaysOfWeek}));
            --finding->ends.micros;
            findings.push_back(*std::move(finding));
        }
    }
    return JoinCauses(std::move(findings), CauseGapMicros(rule));
}

}  // namespace fairlead::signals
