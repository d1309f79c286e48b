#pragma once

#include <span>
#include <string_view>

namespace fairlead::visitors {

// A pattern of uap-core and the family that it stands for. `$1` in the family is the first group; an empty family is
// the first group itself.
struct FamilyPattern {
    std::string_view pattern;
    std::string_view family;
};

// Generated from the packages in third_party/ during the build. The first family that matches counts.
std::span<const FamilyPattern> BrowserPatterns();
std::span<const FamilyPattern> OsPatterns();
std::span<const std::string_view> BotPatterns();

// The patterns in the packages that RE2 cannot compile.
std::span<const std::string_view> LeftOutPatterns();

}  // namespace fairlead::visitors
