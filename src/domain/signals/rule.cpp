#include "domain/signals/rule.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace fairlead::signals {
namespace {

constexpr std::int64_t kMicrosPerMinute = 60 * kMicrosPerSecond;
constexpr std::int64_t kClicksMost = 1'000'000;
constexpr std::int64_t kMinutesOfDay = 1440;

constexpr std::array<ParameterBounds, 2> kBurstParameters{
    {{"windowMinutes", 1, kMinutesOfDay, 10}, {"clicksMax", 1, kClicksMost, 200}}};
constexpr std::array<ParameterBounds, 2> kAddressParameters{
    {{"windowMinutes", 1, kMinutesOfDay, 10}, {"clicksMax", 1, kClicksMost, 50}}};
constexpr std::array<ParameterBounds, 3> kAgentParameters{{{"windowMinutes", 10, kMinutesOfDay, kMinutesOfDay},
                                                           {"clicksMin", 10, kClicksMost, 100},
                                                           {"sharePercentMax", 1, 99, 80}}};
constexpr std::array<ParameterBounds, 1> kRegistrationParameters{{{"secondsMin", 1, 3600, 5}}};
constexpr std::array<ParameterBounds, 3> kConversionParameters{
    {{"weeks", 4, 52, 8}, {"clicksMin", 10, kClicksMost, 100}, {"spreadsMax", 2, 20, 4}}};

bool HasWindow(RuleKind kind) {
    return kind == RuleKind::kClickBurst || kind == RuleKind::kOneAddress || kind == RuleKind::kOneAgent;
}

}  // namespace

std::span<const ParameterBounds> ParametersOf(RuleKind kind) {
    switch (kind) {
        case RuleKind::kClickBurst: return kBurstParameters;
        case RuleKind::kOneAddress: return kAddressParameters;
        case RuleKind::kOneAgent: return kAgentParameters;
        case RuleKind::kFastRegistration: return kRegistrationParameters;
        case RuleKind::kUnusualConversion: return kConversionParameters;
    }
    return {};
}

void CompleteParameters(RuleKind kind, Parameters& parameters) {
    for (const ParameterBounds& bounds : ParametersOf(kind)) {
        parameters.try_emplace(std::string(bounds.name), bounds.usual);
    }
}

std::int64_t FraudRule::Number(std::string_view parameter) const {
    if (const auto found = parameters.find(parameter); found != parameters.end()) return found->second;
    const auto bounds = ParametersOf(kind);
    const auto known = std::ranges::find(bounds, parameter, &ParameterBounds::name);
    FAIRLEAD_ASSERT(known != bounds.end());
    return known->usual;
}

std::int64_t CauseGapMicros(const FraudRule& rule) {
    return HasWindow(rule.kind) ? rule.Number("windowMinutes") * kMicrosPerMinute : 0;
}

std::int64_t LookBackMicros(const FraudRule& rule) {
    if (HasWindow(rule.kind)) return rule.Number("windowMinutes") * kMicrosPerMinute;
    if (rule.kind == RuleKind::kUnusualConversion) return (rule.Number("weeks") + 1) * 7 * kMicrosPerDay;
    return 0;
}

}  // namespace fairlead::signals
