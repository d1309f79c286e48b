#include "visitors/family_matcher.hpp"

#include <algorithm>
#include <cstdint>

#include <re2/re2.h>

#include "base/assert.hpp"
#include "base/text/text.hpp"
#include "visitors/pattern_options.hpp"

namespace fairlead::visitors {
namespace {

constexpr std::size_t kAtomLengthMin = 3;
// The memory of each compiled pattern. It is small because there are hundreds of patterns, and visitors choose the
// texts.
constexpr std::int64_t kPatternBytesMax = 64 << 10;
constexpr std::size_t kFamilyLengthMax = 64;
constexpr std::string_view kNoFamily = "Other";

// The first kAtomLengthMin characters as a number.
std::uint32_t StartOf(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<std::uint8_t>(text[i])); };
    return byte(0) << 16 | byte(1) << 8 | byte(2);
}

bool IsName(std::string_view text) {
    return text.size() <= kFamilyLengthMax && text != kNoFamily &&
           std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7F; });
}

// Whether the pattern contains this part of the agent literally. Text that comes only from the visitor could be
// anything, and visitors must not be able to invent names.
bool IsWrittenIn(std::string_view piece, std::string pattern) {
    std::erase(pattern, '\\');
    const auto same = [](char a, char b) { return ToUpperAscii({&a, 1}) == ToUpperAscii({&b, 1}); };
    return !std::ranges::search(pattern, piece, same).empty();
}

std::string_view TrimBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

FamilyMatcher::FamilyMatcher(std::span<const FamilyPattern> patterns)
    : patterns_(patterns), matcher_(static_cast<int>(kAtomLengthMin)) {
    const auto options = PatternOptions(kPatternBytesMax);
    for (const auto& [pattern, family] : patterns) {
        int index = 0;
        FAIRLEAD_ASSERT(matcher_.Add(PieceOf(pattern), options, &index) == RE2::NoError);
    }
    matcher_.Compile(&atoms_);
    for (std::size_t i = 0; i < atoms_.size(); ++i) {
        FAIRLEAD_ASSERT(atoms_[i].size() >= kAtomLengthMin);
        atoms_by_start_[StartOf(atoms_[i])].push_back(static_cast<int>(i));
    }
}

std::string FamilyMatcher::Match(std::string_view agent, std::string_view lower_agent) const {
    const int pattern = matcher_.FirstMatch(PieceOf(agent), AtomsIn(lower_agent));
    return pattern < 0 ? std::string() : NameOf(agent, pattern);
}

std::vector<int> FamilyMatcher::AtomsIn(std::string_view lower_agent) const {
    std::vector<int> found;
    for (auto rest = lower_agent; rest.size() >= kAtomLengthMin; rest.remove_prefix(1)) {
        const auto candidates = atoms_by_start_.find(StartOf(rest));
        if (candidates == atoms_by_start_.end()) continue;
        for (const int atom : candidates->second) {
            if (rest.starts_with(atoms_[static_cast<std::size_t>(atom)])) found.push_back(atom);
        }
    }
    std::ranges::sort(found);
    const auto repeated = std::ranges::unique(found);
    found.erase(repeated.begin(), repeated.end());
    return found;
}

std::string FamilyMatcher::NameOf(std::string_view agent, int pattern) const {
    std::string group;
    const RE2& expression = matcher_.GetRE2(pattern);
    if (expression.NumberOfCapturingGroups() > 0) RE2::PartialMatch(PieceOf(agent), expression, &group);
    std::string name(patterns_[static_cast<std::size_t>(pattern)].family);
    if (name.empty()) name = "$1";
    if (const auto mark = name.find("$1"); mark != std::string::npos) {
        if (!IsWrittenIn(group, expression.pattern())) return {};
        name.replace(mark, 2, group);
    }
    name = TrimBlanks(name);
    return IsName(name) ? name : std::string();
}

}  // namespace fairlead::visitors
