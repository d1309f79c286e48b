#include "visitors/pattern_classifier.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/assert.hpp"
#include "visitors/agent_patterns.hpp"
#include "visitors/device_kind.hpp"
#include "visitors/pattern_options.hpp"
#include "visitors/recent_agents.hpp"

namespace fairlead::visitors {
namespace {

constexpr std::int64_t kBotBytesMax = 8 << 20;
constexpr std::size_t kRecentAgentsMax = 4096;  // Per thread.

std::uint64_t NextId() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// Joins all patterns into one. They are sorted, so that RE2 can share common prefixes.
std::string AnyOf(std::span<const std::string_view> patterns) {
    std::vector<std::string_view> sorted(patterns.begin(), patterns.end());
    std::ranges::sort(sorted);
    std::string any;
    for (const auto pattern : sorted) {
        if (!any.empty()) any += '|';
        any.append("(?:").append(pattern).append(")");
    }
    return any;
}

std::string ToLower(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return lower;
}

// The recent agents of the calling thread. They belong to one classifier at a time.
RecentAgents& RecentAgentsOf(std::uint64_t classifier) {
    thread_local std::uint64_t owner = 0;
    thread_local RecentAgents recent(kRecentAgentsMax / 2);
    if (owner != classifier) {
        recent = RecentAgents(kRecentAgentsMax / 2);
        owner = classifier;
    }
    return recent;
}

}  // namespace

PatternClassifier::PatternClassifier(std::size_t profiles_max)
    : profiles_max_(profiles_max),
      id_(NextId()),
      bots_(AnyOf(BotPatterns()), PatternOptions(kBotBytesMax)),
      browsers_(BrowserPatterns()),
      systems_(OsPatterns()) {
    FAIRLEAD_ASSERT(bots_.ok());
    profiles_.emplace();
}

const app::AgentProfile& PatternClassifier::Classify(std::string_view user_agent) const {
    const auto agent = user_agent.substr(0, kAgentBytesMax);
    auto& recent = RecentAgentsOf(id_);
    if (const auto* known = recent.Find(agent)) return *known;
    const auto& profile = Keep(agent.empty() ? app::AgentProfile() : Examine(agent));
    recent.Remember(agent, &profile);
    return profile;
}

app::AgentProfile PatternClassifier::Examine(std::string_view agent) const {
    const std::string lower = ToLower(agent);
    return {.is_bot = RE2::PartialMatch(PieceOf(agent), bots_),
            .device = std::string(DeviceKind(lower)),
            .os = systems_.Match(agent, lower),
            .browser = browsers_.Match(agent, lower)};
}

const app::AgentProfile& PatternClassifier::Keep(app::AgentProfile profile) const {
    const std::scoped_lock lock(mutex_);
    if (profiles_.size() >= profiles_max_ && !profiles_.contains(profile)) {
        profile.os.clear();
        profile.browser.clear();
    }
    return *profiles_.insert(std::move(profile)).first;
}

}  // namespace fairlead::visitors
