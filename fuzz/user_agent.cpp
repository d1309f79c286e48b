// For any user agent, the stored texts are short and printable, and the next call returns the same.
#include <algorithm>
#include <array>
#include <string_view>

#include "base/assert.hpp"
#include "visitors/pattern_classifier.hpp"

namespace {

constexpr std::size_t kTextLengthMax = 64;
constexpr std::array<std::string_view, 7> kDevices{"", "desktop", "mobile", "tablet", "tv", "console", "other"};

bool IsPrintable(std::string_view text) {
    return text.size() <= kTextLengthMax && std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fairlead::visitors::PatternClassifier kClassifier;
    const std::string_view agent(reinterpret_cast<const char*>(data), size);
    const auto& profile = kClassifier.Classify(agent);
    FAIRLEAD_ASSERT(IsPrintable(profile.os) && IsPrintable(profile.browser));
    FAIRLEAD_ASSERT(std::ranges::find(kDevices, profile.device) != kDevices.end());
    FAIRLEAD_ASSERT(profile.device.empty() == agent.empty());
    FAIRLEAD_ASSERT(&kClassifier.Classify(agent) == &profile);
    return 0;
}
