#include "domain/signals/signal_text.hpp"

#include <cmath>

namespace fairlead::signals {
namespace {

constexpr Decimal::Units kUnitsPerHundredth = 1'000'000;

std::string Counted(std::int64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

std::string Minutes(std::int64_t minutes) {
    if (minutes % 60 == 0 && minutes > 60) return Counted(minutes / 60, "hour", "hours");
    return Counted(minutes, "minute", "minutes");
}

}  // namespace

Decimal PercentOf(std::int64_t part, std::int64_t whole) {
    return PercentOf(static_cast<double>(part) / static_cast<double>(whole));
}

Decimal PercentOf(double fraction) {
    return Decimal::FromUnits(Decimal::Units{std::llround(fraction * 10'000)} * kUnitsPerHundredth);
}

std::string DescribeBurst(const Finding& finding, std::int64_t window_minutes) {
    const std::string where = finding.mark.empty() ? " on one link" : " from one address (" + finding.mark + ")";
    return finding.value.ToString() + " clicks" + where + " in " + Minutes(window_minutes) + ". The rule allows " +
           finding.allowed.ToString() + ".";
}

std::string DescribeAgent(const Finding& finding, const std::string& agent, Share clicks) {
    const std::string who = agent.empty() ? "One user agent (" + finding.mark + ")"
                                          : "One user agent (" + agent + ", " + finding.mark + ")";
    return who + " made " + std::to_string(clicks.part) + " of " + std::to_string(clicks.whole) + " clicks, " +
           finding.value.ToString() + " %. The rule allows " + finding.allowed.ToString() + " %.";
}

std::string DescribeFastRegistration(const Finding& finding) {
    return "The player registered " + finding.value.ToString() + " s after the click. The rule requires at least " +
           finding.allowed.ToString() + " s.";
}

std::string DescribeConversion(const Finding& finding, const ConversionNumbers& numbers) {
    const bool high = finding.value > finding.allowed;
    return finding.value.ToString() + " % of the week's clicks became registrations (" +
           std::to_string(numbers.registrations.part) + " of " + std::to_string(numbers.registrations.whole) +
           "). The usual share is " + finding.usual.value_or(Decimal()).ToString() + " % (median of " +
           std::to_string(numbers.weeks) + " weeks; one spread is " + numbers.spread.ToString() +
           " points). The rule allows " + std::to_string(numbers.spreads_max) +
           " spreads: " + (high ? "at most " : "at least ") + finding.allowed.ToString() + " %.";
}

}  // namespace fairlead::signals
