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

// Classifies by the patterns of crawler-user-agents and uap-core. Building one takes some 60 ms, a new agent some
// 50 µs, one that the thread has seen lately some 50 ns.
class PatternClassifier : public app::AgentClassifier {
public:
    // What is longer is cut; browsers stay well below.
    static constexpr std::size_t kAgentBytesMax = 1024;
    static constexpr std::size_t kProfilesMax = 20'000;

    // Keeps `profiles_max` different profiles. Visitors could invent more: those are left without system and browser.
    explicit PatternClassifier(std::size_t profiles_max = kProfilesMax);

    const app::AgentProfile& Classify(std::string_view user_agent) const override;

private:
    app::AgentProfile Examine(std::string_view agent) const;
    const app::AgentProfile& Keep(app::AgentProfile profile) const;

    std::size_t profiles_max_;
    std::uint64_t id_;  // Tells this classifier's recent agents from those of one before it.
    RE2 bots_;
    FamilyMatcher browsers_;
    FamilyMatcher systems_;
    mutable std::mutex mutex_;
    mutable std::set<app::AgentProfile> profiles_;  // Nodes never move and are never taken out.
};

}  // namespace fairlead::visitors
