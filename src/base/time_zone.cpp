#include "base/time_zone.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>

namespace fairlead {
namespace {

constexpr std::string_view kDatabase = "/usr/share/zoneinfo/";
constexpr std::string_view kMagic = "TZif";  // RFC 8536.
constexpr std::size_t kNameLengthMax = 64;

// Files of the database that are no zones of their own: copies in another reckoning, and what this machine is set to.
constexpr std::array<std::string_view, 5> kNoZones{"posix/", "right/", "posixrules", "localtime", "Factory"};

bool HasFormOfName(std::string_view name) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '+' || c == '/';
    };
    return !name.empty() && name.size() <= kNameLengthMax && name.front() != '/' && name.back() != '/' &&
           std::ranges::all_of(name, plain);
}

}  // namespace

bool IsTimeZone(std::string_view name) {
    if (name == "UTC") return true;
    const auto starts_name = [&](std::string_view prefix) { return name.starts_with(prefix); };
    if (!HasFormOfName(name) || std::ranges::any_of(kNoZones, starts_name)) return false;
    const std::string path = std::string(kDatabase).append(name);
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::array<char, kMagic.size()> head{};
    std::ifstream file(path, std::ios::binary);
    return file.read(head.data(), head.size()) && std::string_view(head.data(), head.size()) == kMagic;
}

}  // namespace fairlead
