#pragma once

#include <span>
#include <string_view>

namespace fairlead::visitors {

// A pattern of uap-core, and the family of what it matches: a text with `$1` for the first group, or the first group
// itself when empty.
struct FamilyPattern {
    std::string_view pattern;
    std::string_view family;
};

// Made from the packages of third_party/ when the program is built. Of the families the first that matches counts.
std::span<const FamilyPattern> BrowserPatterns();
std::span<const FamilyPattern> OsPatterns();
std::span<const std::string_view> BotPatterns();

// What the packages have but RE2 cannot match.
std::span<const std::string_view> LeftOutPatterns();

}  // namespace fairlead::visitors
