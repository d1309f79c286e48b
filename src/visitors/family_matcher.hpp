#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <re2/filtered_re2.h>

#include "visitors/agent_patterns.hpp"

namespace fairlead::visitors {

// Finds the family of a user agent with an ordered list of patterns. Safe from any thread.
class FamilyMatcher {
public:
    explicit FamilyMatcher(std::span<const FamilyPattern> patterns);

    // `lower_agent` is `agent` in lower case. The result is empty if no pattern matches or the family has no name.
    std::string Match(std::string_view agent, std::string_view lower_agent) const;

private:
    std::vector<int> AtomsIn(std::string_view lower_agent) const;
    std::string NameOf(std::string_view agent, int pattern) const;

    std::span<const FamilyPattern> patterns_;
    // Tries only patterns that can match, judged by the literal parts (atoms) that occur in the agent, and patterns
    // without atoms: a handful out of hundreds.
    re2::FilteredRE2 matcher_;
    std::vector<std::string> atoms_;
    std::unordered_map<std::uint32_t, std::vector<int>> atoms_by_start_;  // By their first kAtomLengthMin characters.
};

}  // namespace fairlead::visitors
