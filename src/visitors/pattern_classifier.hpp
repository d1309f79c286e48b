#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include <re2/re2.h>

#include "app/ports/visitors.hpp"
#include "visitors/family_matcher.hpp"

namespace fairlead::visitors {

// Classifies user agents with the patterns of crawler-user-agents and uap-core. Construction takes about 60 ms, a new
// agent about 50 µs, an agent that the thread has seen recently about 50 ns.
class PatternClassifier : public app::AgentClassifier {
public:
    // Longer agents are cut. Browsers stay well below this length.
    static constexpr std::size_t kAgentBytesMax = 1024;
    static constexpr std::size_t kProfilesMax = 20'000;

    // Keeps at most `profiles_max` different profiles. Visitors could invent more; those get no system and no browser.
    explicit PatternClassifier(std::size_t profiles_max = kProfilesMax);

    const app::AgentProfile& Classify(std::string_view user_agent) const override;

private:
    app::AgentProfile Examine(std::string_view agent) const;
    const app::AgentProfile& Keep(app::AgentProfile profile) const;

    std::size_t profiles_max_;
    std::uint64_t id_;  // Distinguishes this classifier's recent agents from those of a previous classifier.
    RE2 bots_;
    FamilyMatcher browsers_;
    FamilyMatcher systems_;
    mutable std::mutex mutex_;
    mutable std::set<app::AgentProfile> profiles_;  // Nodes never move and are never removed.
};

}  // namespace fairlead::visitors
