#pragma once

#include <cstdint>
#include <string>

#include "domain/signals/finding.hpp"

namespace fairlead::signals {

// The sentences of findings. Each has the numbers and the limit of the rule.

// A part of a whole.
struct Share {
    std::int64_t part = 0;
    std::int64_t whole = 0;
};

// In percent, rounded to two digits after the point. The whole must not be 0.
Decimal PercentOf(std::int64_t part, std::int64_t whole);
// From a fraction of 1, in percent, rounded to two digits after the point.
Decimal PercentOf(double fraction);

std::string DescribeBurst(const Finding& finding, std::int64_t window_minutes);
// `agent` is empty if the agent is unknown.
std::string DescribeAgent(const Finding& finding, const std::string& agent, Share clicks);
std::string DescribeFastRegistration(const Finding& finding);

struct ConversionNumbers {
    Share registrations;  // Of clicks.
    std::int64_t weeks = 0;
    Decimal spread;  // In percent points.
    std::int64_t spreads_max = 0;
};
std::string DescribeConversion(const Finding& finding, const ConversionNumbers& numbers);

}  // namespace fairlead::signals
