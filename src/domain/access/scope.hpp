#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "domain/catalogue/records.hpp"

namespace fairlead::access {

using catalogue::KeyScope;
using KeyScopes = std::vector<KeyScope>;

// The part of the API that a route belongs to. An API key needs the scope of the same name to call it.
enum class Area : std::uint8_t {
    kEvents,
    kTracking,
    kReports,
    kMoney,
    kAdmin,
    kPeople,  // Creates or changes users. No key may: a leaked key could create a user who outlives the key.
};

// The scope that opens the area, or nothing for kPeople.
std::optional<KeyScope> ScopeOf(Area area);

// Whether the scopes contain `scope`, or `full`.
bool Includes(std::span<const KeyScope> scopes, KeyScope scope);

// Whether a key with these scopes may call the routes of the area.
bool Opens(std::span<const KeyScope> scopes, Area area);

// Says which scope a key needs for the area.
std::string DescribeNeed(Area area);

// The first scope of `wanted` that `own` does not include. A key can give only scopes that it has itself.
std::optional<KeyScope> FirstLacking(std::span<const KeyScope> own, std::span<const KeyScope> wanted);

std::string NameOf(KeyScope scope);

}  // namespace fairlead::access
